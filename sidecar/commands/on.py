"""`/toolrecovery on`: repair tool calls, from now on and in every session."""

from __future__ import annotations

from .desk import Desk, Reply


def run(desk: Desk, args: str) -> Reply:
    unsaved = desk.store.save({"enabled": True})
    if unsaved:
        return Reply(f"toolrecovery is on for this session only: {unsaved}", "warning")
    return Reply("toolrecovery is on")
