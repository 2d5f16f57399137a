"""A pattern is searched in windows and finds what it finds in the whole text."""

from __future__ import annotations

import re
from re import _parser  # type: ignore[attr-defined]

import pytest

from sidecar.core.budget import limited
from sidecar.core.faults import OverBudgetError
from sidecar.core.grammars import thinking
from sidecar.core.grammars.formats import NAMED
from sidecar.core.grammars.steps import OVERLAP, WINDOW, matches, searched
from sidecar.core.grammars.turns import TURN

TOKEN = re.compile(r"(?<!b)<token>|\Ab")
PATTERNS = {name: grammar.OPENER for name, grammar in NAMED} | {"turn": TURN, "tags": thinking._TAGS.pattern}


@pytest.mark.parametrize("before", [0, WINDOW - 7, WINDOW - 3, WINDOW, WINDOW + OVERLAP - 3, 3 * WINDOW + 1])
def test_a_token_is_found_wherever_windows_meet(before: int) -> None:
    text = "a" * before + "<token>" + "a" * 2 * WINDOW + "b<token><token>" + "a" * 2 * WINDOW
    assert [found.start() for found in matches(TOKEN, text)] == [
        found.start() for found in TOKEN.finditer(text)
    ]
    again = searched(TOKEN, text, before + 1)
    assert again is not None
    assert again.start() == before + 7 + 2 * WINDOW + 8


def test_the_search_ends_when_time_is_over() -> None:
    with pytest.raises(OverBudgetError), limited(lambda: True):
        searched(TOKEN, "<" * 10 * WINDOW, 0)


@pytest.mark.parametrize("source", PATTERNS.values(), ids=list(PATTERNS))
def test_no_token_is_longer_than_windows_overlap(source: str) -> None:
    assert _parser.parse(source).getwidth()[1] < OVERLAP
