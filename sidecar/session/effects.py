"""What a tool may do to the user's things: read or write. Unknown is write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sidecar.core.blocks import Effect

BUILTIN: Mapping[str, Effect] = {
    "bash": "write",
    "codemode": "write",
    "edit": "write",
    "find": "read",
    "grep": "read",
    "ls": "read",
    "powershell": "write",
    "read": "read",
    "tool_search": "read",
    "write": "write",
}


def effect(
    name: str, source: str | None, annotations: Mapping[str, Any] | None, configured: Effect | None
) -> Effect:
    """The user's word first, then pi's builtins (`source` "builtin" or unknown), then MCP's annotations."""
    if configured is not None:
        return configured
    if source in (None, "builtin") and name in BUILTIN:
        return BUILTIN[name]
    hints = annotations or {}
    if hints.get("readOnlyHint") is True and hints.get("destructiveHint") is not True:
        return "read"
    return "write"
