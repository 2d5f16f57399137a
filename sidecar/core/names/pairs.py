"""`old`/`new`, `search`/`replace`: names of what is replaced and what replaces it, known only together."""

from __future__ import annotations

from collections.abc import Iterable

from .words import plain

PAIRS = (
    ("oldtext", "newtext"),
    ("oldstring", "newstring"),
    ("oldstr", "newstr"),
    ("old", "new"),
    ("search", "replace"),
    ("search", "replacement"),
    ("searchtext", "replacement"),
    ("searchtext", "replacetext"),
    ("find", "replace"),
    ("find", "replacewith"),
    ("find", "replacement"),
    ("before", "after"),
)
# What may stand for them. As declared names, `from` and `to` are places or days.
GIVEN = (*PAIRS, ("from", "to"))


def pair_in(keys: Iterable[str], pairs: tuple[tuple[str, str], ...] = PAIRS) -> tuple[str, str] | None:
    """The keys that are such a pair; None where there is none, or a second for the same."""
    spelled = {plain(key): key for key in keys}
    found = [(spelled[old], spelled[new]) for old, new in pairs if old in spelled and new in spelled]
    return found[0] if len(found) == 1 else None
