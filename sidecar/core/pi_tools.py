"""pi's own tools: what each may do, and what it is called with. One row a tool; nobody else lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .blocks import Effect


@dataclass(frozen=True, slots=True)
class PiTool:
    """`own` are the arguments that tell pi's tool from another of that name; `main` is the one it may be
    given alone, as a bare text."""

    effect: Effect
    own: tuple[str, ...] = ()
    main: str | None = None
    runs: bool = False  # whether `main` is a program


PI_TOOLS: Mapping[str, PiTool] = {
    "bash": PiTool("write", ("command",), "command", runs=True),
    "codemode": PiTool("write"),
    "edit": PiTool("write", ("edits", "path")),
    "find": PiTool("read", ("path", "pattern"), "pattern"),
    "grep": PiTool("read", ("path", "pattern"), "pattern"),
    "ls": PiTool("read", ("path",), "path"),
    "powershell": PiTool("write", ("command",), "command", runs=True),
    "read": PiTool("read", ("path",), "path"),
    "tool_search": PiTool("read"),
    "write": PiTool("write", ("content", "path")),
}
