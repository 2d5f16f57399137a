"""The verbs that tools are named by, and whether a tool's name says that it only reads."""

from __future__ import annotations

from .words import words

READING = frozenset("check describe fetch find get list lookup query read search show view".split())
VERBS = READING | frozenset(
    "add apply call cancel close copy create delete do download edit execute insert make move open patch post"
    " put remove rename replace run send set start stop update upload write".split()
)


def says_reading(tool: str) -> bool:
    """Whether the first verb of the name only reads and no other one follows: `get_page`, `issue_search`."""
    verbs = [word for word in words(tool) if word in VERBS]
    return bool(verbs) and all(verb in READING for verb in verbs)
