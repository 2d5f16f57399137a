"""Whether a tool only reads, or may change something of the user (write); unknown counts as write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sidecar.core.blocks import Effect
from sidecar.core.pi_tools import PI_TOOLS


def effect(
    name: str, source: str | None, annotations: Mapping[str, Any] | None, configured: Effect | None
) -> Effect:
    """The setting first, then pi's builtins (`source` "builtin" or unknown), then MCP's `annotations`."""
    if configured is not None:
        return configured
    if source in (None, "builtin") and name in PI_TOOLS:
        return PI_TOOLS[name].effect
    hints = annotations or {}
    if hints.get("readOnlyHint") is True and hints.get("destructiveHint") is not True:
        return "read"
    return "write"
