"""What one reader finds in a text, before the gate checks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

DEPTH_LIMIT = 200  # json.dumps and jsonschema recurse on the result


class Pairs(list[tuple[str, Any]]):
    """An object as written: its members in order, a repeated key included."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value read from `start` to `end`, objects as Pairs; not `closed` where closers were missing."""

    tree: Any
    start: int
    end: int
    steps: tuple[str, ...] = ()
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Cut:
    """The text stops in the middle of something."""

    reason: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """The reader sees two ways to read the text."""

    reason: str


Verdict: TypeAlias = Candidate | Cut | Doubt | None  # None: not this reader's kind of text

# (text, start, stop, declared keys in plain spelling): read the value at start; at stop noise begins
Reader: TypeAlias = Callable[[str, int, int, frozenset[str]], Verdict]


class HaltError(Exception):
    """Ends a reader at once, with its verdict."""

    def __init__(self, verdict: Cut | Doubt | None) -> None:
        super().__init__()
        self.verdict = verdict
