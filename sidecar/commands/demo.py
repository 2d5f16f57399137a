"""`/toolrecovery demo`: the bridge shows it, for pi's own check takes part in it."""

from __future__ import annotations

from .context import CommandContext, Reply


def run(context: CommandContext, args: str) -> Reply:
    """For another host than pi-bridge."""
    return Reply('demo takes a pi: pi -p "/toolrecovery demo"', "warning")
