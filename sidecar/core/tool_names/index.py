"""The active tools by every spelling a stage looks them up with. Each table is built when first asked for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from sidecar.core.names.words import plain, words
from sidecar.core.toolset import Toolset

from .affixes import HARNESS_SEGMENTS

_DIGITS = re.compile(r"\d+")
_SEGMENTS = re.compile(r"::|__|--|[.:/]")

Table = Mapping[str, tuple[str, ...]]


def spelling(name: str) -> str:
    """What two spellings of a name share. Numbers stay apart: `list_1_0` is not `list_10`."""
    return plain(name) + "".join(f"#{digits}" for digits in _DIGITS.findall(name))


def segments(name: str) -> list[str]:
    """`mcp__tiny__echo` → `["mcp", "tiny", "echo"]`, at the separators that namespaces are built with."""
    return [part for part in _SEGMENTS.split(name) if part]


def own_segments(name: str) -> list[str]:
    """The segments without the words a harness puts in front (`mcp`, `functions`)."""
    parts = segments(name)
    while len(parts) > 1 and parts[0].lower() in HARNESS_SEGMENTS:
        parts = parts[1:]
    return parts


class NameIndex:
    """Spelling → active tools. A spelling shared by several tools decides nothing."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)

    @cached_property
    def by_spelling(self) -> Table:
        return _table((spelling(name), name) for name in self.names)

    @cached_property
    def by_suffix(self) -> Table:
        """Tools with a namespace, under their name without it: `memory:read_graph` and `read_graph`."""
        rows = []
        for name in self.names:
            own = own_segments(name)
            first = 1 if len(own) == len(segments(name)) else 0
            rows += [(spelling("_".join(own[start:])), name) for start in range(first, len(own))]
        return _table(rows)

    @cached_property
    def by_words(self) -> Table:
        return _table((" ".join(sorted(words(name))), name) for name in self.names)

    @cached_property
    def by_last(self) -> Table:
        return _table((plain((segments(name) or [name])[-1]), name) for name in self.names)

    @cached_property
    def servers(self) -> frozenset[str]:
        """Namespaces that have at least one active tool."""
        return frozenset(
            plain(part) for name in self.names if len(own := own_segments(name)) > 1 for part in own[:-1]
        )

    @cached_property
    def vocabulary(self) -> Table:
        """Word → tools that have it in their name."""
        return _table((word, name) for name in self.names for word in set(words(name)))


def _table(rows: Iterable[tuple[str, str]]) -> Table:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for key, name in rows:
        found[key][name] = None
    return {key: tuple(names) for key, names in found.items()}


def index_of(tools: Toolset) -> NameIndex:
    """The index of `tools`, kept as long as the toolset lives."""
    return tools.kept(NameIndex)
