"""`/toolrecovery off`: leave tool calls as they are, from now on and in every session."""

from __future__ import annotations

from .desk import Desk, Reply


def run(desk: Desk, args: str) -> Reply:
    unsaved = desk.store.save({"enabled": False})
    if unsaved:
        return Reply(f"toolrecovery is off for this session only: {unsaved}", "warning")
    return Reply("toolrecovery is off")
