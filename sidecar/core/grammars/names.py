"""A name as leaked text gives it → the active tool it means: `functions.read` → `read`, `Read` → `read`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sidecar.core.toolset import Toolset

NAMESPACES = ("default_api.", "default_api:", "functions.", "function.", "tools.")


def known_name(said: str, tools: Toolset) -> str | None:
    """The active tool that has the name `said`. The full name is tried before a prefix is taken off."""
    said = said.strip()
    for _ in range(3):
        if tools.get(said) is not None:
            return said
        prefix = next((name for name in NAMESPACES if said.startswith(name)), None)
        if prefix is not None:
            said = said[len(prefix) :]
            continue
        half = len(said) // 2
        if len(said) % 2 and said[half] == "." and said[:half] == said[half + 1 :]:
            said = said[:half]
            continue
        return None
    return said if tools.get(said) is not None else None


def meant_name(said: str, tools: Toolset) -> str | None:
    """The active tool that `said` names or, as `tools` know other names, can alone mean."""
    known = known_name(said, tools)
    if known is not None:
        return known
    meant = tools.meant(said)
    return meant[0] if len(meant) == 1 else None


def meant_names(said: str, arguments: Mapping[str, Any], tools: Toolset) -> Sequence[str]:
    """The active tools that a call of `said` with these arguments may mean."""
    known = known_name(said, tools)
    return (known,) if known is not None else tools.meant(said, arguments)
