"""Texts of nothing but openers, marks or halves of tags: the work grows with the text, and is counted."""

from __future__ import annotations

import re

import pytest

from sidecar.core.budget import STEPS_A_LOOK, limited
from sidecar.core.faults import OverBudgetError
from sidecar.core.grammars import GrammarSettings, extract
from sidecar.core.grammars.scan import tags as tag_scan
from sidecar.core.grammars.scan.json_value import scan_json
from sidecar.core.grammars.steps import PLACES_A_STEP
from sidecar.core.literals import Fault, skip_space
from tests.sidecar.core.grammars.test_tables import TOOLS

SETTINGS = GrammarSettings(enabled=True)
OPEN_CALL = '<invoke name="store">\n<parameter name="body">'
WALKED = {
    "lines before a call": ("a line\n", "\n<tool_call>"),
    "inline marks before a call": ("`a` ", "\n<tool_call>"),
    "halves of openers before a call": ("<" * 32, "\n<tool_call>"),
    "escapes in a literal": ("\\\\" * 8, "')]<|tool_call_end|>", "<|tool_call_start|>[store(body='"),
    "lines of an open fence": ("a line\n", "<tool_call>", "```\n<tool_call>\n"),
    "other closers in a value": ("</i>", "</invoke>", OPEN_CALL),
    "documented calls in a value": ('<invoke name="x"></invoke>', "", OPEN_CALL),
    "thoughts before a call": ("<think></think>", OPEN_CALL + "x</parameter></invoke>"),
    "pairs in a value of a tool's tag": ("<body></body>", "</store>", "<store>\n<body>"),
    "closers in a tool's tag": ("</shell>x ", "\n</shell>", "<shell>\n"),
    "tags of MiniMax M3": ("]<]minimax[>[<a>", "", ']<]minimax[>[<invoke name="store">'),
}


def work(text: str) -> int:
    """How often the clock was looked at, which is once in some steps."""
    looks = 0

    def look() -> bool:
        nonlocal looks
        looks += 1
        return False

    with limited(look):
        extract([{"type": "text", "text": text}], TOOLS, SETTINGS)
    return looks


@pytest.mark.parametrize(("unit", "rest"), [(one[0], one[1:]) for one in WALKED.values()], ids=list(WALKED))
def test_work_is_counted_and_grows_with_the_text(unit: str, rest: tuple[str, ...]) -> None:
    before, after = rest[1] if len(rest) > 1 else "", rest[0]
    size = 4 * STEPS_A_LOOK * PLACES_A_STEP
    once, twice = (work(before + unit * count + after) for count in (size, 2 * size))
    assert once >= 3
    assert once < twice <= 2.3 * once


def test_a_text_is_given_up_when_time_is_over() -> None:
    text = "a line\n" * (2 * STEPS_A_LOOK * PLACES_A_STEP) + "<tool_call>"
    with pytest.raises(OverBudgetError), limited(lambda: True):
        extract([{"type": "text", "text": text}], TOOLS, SETTINGS)


@pytest.mark.parametrize("unit", ["<|open|>tools<|sep|>", "<tool_call>\n", "<function_calls>", "</think>"])
def test_nested_openers_are_not_walked_from_each_of_them(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = 0

    def counting(text: str, at: int) -> int:
        nonlocal walked
        walked += 1
        return skip_space(text, at)

    monkeypatch.setattr(tag_scan, "skip_space", counting)
    monkeypatch.setattr("sidecar.core.grammars.scan.tag_set.skip_space", counting)
    extract([{"type": "text", "text": "<tool_call>" + unit * 3_000}], TOOLS, SETTINGS)
    assert walked <= 60_000


@pytest.mark.parametrize(
    "text", ['{"a": ' + '"' * 100_001, '{"a": "' + '\\"' * 100_000, "[" + "[]," * 100_000]
)
def test_strings_and_empty_brackets_take_few_matches(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = 0

    def counting(pattern: re.Pattern[str], said: str, at: int) -> int:
        nonlocal matches
        matches += 1
        found = pattern.match(said, at)
        return found.end() if found is not None else at

    monkeypatch.setattr("sidecar.core.grammars.scan.json_value._end_of", counting)
    assert scan_json(text, 0) is Fault.CUT
    assert matches <= 400
