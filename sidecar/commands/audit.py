"""`/toolrecovery audit [folder] [--html file]`: pi-bridge runs it as a program, for it may take minutes."""

from __future__ import annotations

from sidecar.session.program import program

from .context import CommandContext, Reply


def run(context: CommandContext, args: str) -> Reply:
    """For another host than pi-bridge."""
    return Reply(f"audit reads many files; run it on the shell: {program()} audit", "warning")
