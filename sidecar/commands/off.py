"""`/toolrecovery off`: leave tool calls as they are, from now on and in every session."""

from __future__ import annotations

from .context import CommandContext, Reply


def run(context: CommandContext, args: str) -> Reply:
    return context.save({"enabled": False}, "toolrecovery is off")
