"""A name as leaked text gives it → the active tool it means: `functions.read` → `read`."""

from __future__ import annotations

from sidecar.core.toolset import Toolset

NAMESPACES = ("default_api.", "functions.", "function.", "tools.")


def known_name(said: str, tools: Toolset) -> str | None:
    """The active tool `said` names, or None. The full name is tried before a prefix is taken off."""
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
