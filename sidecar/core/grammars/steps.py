"""Long walks over a text count steps of the message's budget, so that no text holds a message for long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from re import Match, Pattern
from typing import TypeVar

from sidecar.core.budget import step

PLACES_A_STEP = 128  # tags, lines or marks; reading one takes about a microsecond
WINDOW, OVERLAP = 20_000, 2_000  # characters searched at once; more than any pattern of a token takes
CHARACTERS_A_STEP = 500  # a text of nothing but half a token takes a third of a microsecond for each

T = TypeVar("T")


def counted(places: Iterable[T]) -> Iterator[T]:
    """The same places. Raises OverBudgetError where the budget is spent."""
    left = PLACES_A_STEP
    for place in places:
        left -= 1
        if not left:
            step()
            left = PLACES_A_STEP
        yield place


def searched(pattern: Pattern[str], text: str, at: int) -> Match[str] | None:
    """The first match from `at` on, looked for window by window. Only its beginning counts.

    Raises OverBudgetError where the budget is spent.
    """
    while len(text) - at > WINDOW + OVERLAP:
        match = pattern.search(text, at, at + WINDOW + OVERLAP)
        step(WINDOW // CHARACTERS_A_STEP)
        if match is not None and match.start() < at + WINDOW:
            return match
        at += WINDOW
    return pattern.search(text, at)


def matches(pattern: Pattern[str], text: str) -> Iterator[Match[str]]:
    """What `pattern`, which matches no empty text, finds in `text`. Raises as `searched` does."""
    here = 0
    while (match := searched(pattern, text, here)) is not None:
        yield match
        here = match.end()
