"""Which of two arguments a value is for: its key in the call says so, else the order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sidecar.core.names.likeness import Likeness, likeness
from sidecar.core.names.words import words

_FIRST = frozenset(
    "before begin find first from left lo low lower match min minimum old origin original previous search"
    " sender source src start".split()
)
_SECOND = frozenset(
    "after dest destination dst end finish hi high last max maximum modified new put receiver recipient"
    " replace replacement right stop target to upper until updated with".split()
)


def alike(key: str, name: str, tools: Collection[str]) -> int:
    """How alike two names are to a tool called one of `tools`, as a Likeness; 0 where they are not."""
    found = [one for tool in tools if (one := likeness(key, name, tool)) is not None]
    return int(min(found)) if found else 0


def side(name: str) -> int:
    """-1 for the start or the old one of a pair, 1 for the end or the new one, 0 for neither."""
    said = words(name)
    return int(not _SECOND.isdisjoint(said)) - int(not _FIRST.isdisjoint(said))


def says(key: str, name: str, tools: Collection[str]) -> bool:
    """Whether `key` speaks for `name`: by its words, an alias, or the side it is on."""
    if not set(words(key)).isdisjoint(words(name)):
        return True
    return bool(alike(key, name, tools)) or side(key) * side(name) > 0


def says_another(key: str, name: str, siblings: Collection[str], tools: Collection[str]) -> bool:
    """Whether `key` speaks against `name`: it is on the other side, or one of `siblings` is nearer."""
    near = alike(key, name, tools)
    if key == name or 0 < near <= Likeness.ALIAS:
        return False
    others = (alike(key, sibling, tools) for sibling in siblings)
    return side(key) * side(name) < 0 or any(
        other and other < min(near or 99, Likeness.PLURAL) for other in others
    )


def in_order(keys: Sequence[str], order: Sequence[str]) -> bool:
    """Whether `keys` stand as in `order`, and none that is an end (`to`) before one that is a start."""
    sides = [here for key in keys if (here := side(key))]
    places = [order.index(key) for key in keys]
    return places == sorted(places) and sides == sorted(sides)
