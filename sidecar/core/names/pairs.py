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


def pair_in(keys: Iterable[str]) -> tuple[str, str] | None:
    """The keys that are such a pair; None where there is none, or a second for the same."""
    spelled = {plain(key): key for key in keys}
    found = [(spelled[old], spelled[new]) for old, new in PAIRS if old in spelled and new in spelled]
    return found[0] if len(found) == 1 else None
