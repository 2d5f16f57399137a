"""`/toolrecovery help`: every word there is."""

from __future__ import annotations

from collections.abc import Mapping

from .desk import Command


def text(commands: Mapping[str, Command]) -> str:
    widest = max(map(len, commands))
    return "\n".join(f"  {name:<{widest}}  {command.summary}" for name, command in commands.items() if name)
