"""pi's own tools: what each may do, and what it is called with. One row a tool; nobody else lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .blocks import Effect, Tool


@dataclass(frozen=True, slots=True)
class PiTool:
    """`own` are the arguments that tell pi's tool from another of that name, `other` the rest that it takes;
    `main` is the one it may be given alone, as a bare text."""

    effect: Effect
    own: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    main: str | None = None
    runs: bool = False  # whether `main` is a program


_GREP = ("context", "glob", "ignoreCase", "limit", "literal")

PI_TOOLS: Mapping[str, PiTool] = {
    "bash": PiTool("write", ("command",), ("timeout",), "command", runs=True),
    "codemode": PiTool("write"),
    "edit": PiTool("write", ("edits", "path"), ("newText", "oldText")),
    "find": PiTool("read", ("path", "pattern"), ("limit",), "pattern"),
    "grep": PiTool("read", ("path", "pattern"), _GREP, "pattern"),
    "ls": PiTool("read", ("path",), ("limit",), "path"),
    "powershell": PiTool("write", ("command",), ("timeout",), "command", runs=True),
    "read": PiTool("read", ("path",), ("limit", "offset"), "path"),
    "tool_search": PiTool("read"),
    "write": PiTool("write", ("content", "path")),
}


def is_pis(tool: Tool) -> bool:
    """Whether `tool` is pi's own: by its source, and where that is unknown by its name and arguments."""
    known = PI_TOOLS.get(tool.name)
    if known is None or not known.own or tool.source not in (None, "builtin"):
        return False
    schema = tool.parameters
    declared = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(declared, dict) or not all(key in declared for key in known.own):
        return False
    return tool.source is not None or declared.keys() <= {*known.own, *known.other}
