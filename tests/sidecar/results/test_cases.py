"""Every error shape in tests/cases/results: the block that is appended, or nothing."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from sidecar.results.wording import LONGEST_BLOCK, essence
from tests.sidecar.results.stage import cases, play

CASES = cases()
RETRIED = re.compile(r"\b[1-5]\d\d\b|time-?out|timed out|rate limit|server error|overloaded", re.IGNORECASE)
each = pytest.mark.parametrize("case", [case for _, case in CASES], ids=[name for name, _ in CASES])


@each
def test_case(case: dict[str, Any]) -> None:
    block = play(case)
    if case["kind"] == "nothing":
        assert block is None
        return
    assert block is not None
    for said in case["says"]:
        assert said in block
    for word in case.get("never", ()):
        assert word not in block


@each
def test_short_new_and_harmless(case: dict[str, Any]) -> None:
    block = play(case) or ""
    assert len(block) <= LONGEST_BLOCK
    assert not RETRIED.search(block)
    shown = essence(case["text"])
    assert not [line for line in block.splitlines() if essence(line) in shown]


def test_there_are_many_and_as_many_keep_still() -> None:
    kinds = Counter(case["kind"] for _, case in CASES)
    assert set(kinds) == {"helps", "nothing"}
    assert kinds["helps"] >= 30
    assert kinds["nothing"] >= 20
