"""Other tools for the same need: those the server names, as pi calls them, else relatives."""

from __future__ import annotations

from collections.abc import Iterable

from sidecar.core.names.words import plain, singular, words
from sidecar.core.toolset import Toolset

from .hints import Alternative
from .wording import Said, quoted

SHOWN = 3
REASON = 90  # characters
SEARCH = "tool_search"


def offered(
    tool: str, alternatives: Iterable[Alternative], tools: Toolset, said: Said | None = None
) -> list[str]:
    """`list_countries (find a valid code first)`; what is in `said` already is left out."""
    found = []
    for one in alternatives:
        name = as_called(one.tool, tool, tools)
        if name is None or name == tool:
            continue
        if said and name == one.tool and said.has(one.tool) and said.has(one.reason):
            continue
        reason = quoted(one.reason, REASON).rstrip(".")
        text = f"{name} ({reason})" if reason else name
        if text not in found:
            found.append(text)
    return found[:SHOWN]


def as_called(name: str, beside: str, tools: Toolset) -> str | None:
    """The active tool that a server calls `name`; `beside` is a tool of the same server."""
    if name in tools.active:
        return name
    ends = [one for one in tools.active if "__" in one and plain(one.rpartition("__")[2]) == plain(name)]
    near = [one for one in ends if one.rpartition("__")[0] == beside.rpartition("__")[0]] or ends
    if len(near) == 1:
        return near[0]
    return (
        f"{quoted(name, 60)}, to be found with {SEARCH}"
        if SEARCH in tools.active and quoted(name, 60)
        else None
    )


def relatives(tool: str, tools: Toolset) -> list[str]:
    """Active tools of the same server that share a word with `tool`, the reading ones first."""
    server, _, own = tool.rpartition("__")
    if not server:
        return []
    mine = {singular(word) for word in words(own)}
    shared = [
        (one.effect != "read", name)
        for name, one in tools.active.items()
        if name != tool
        and name.rpartition("__")[0] == server
        and mine & {singular(word) for word in words(name.rpartition("__")[2])}
    ]
    return [name for _, name in sorted(shared)][:SHOWN]
