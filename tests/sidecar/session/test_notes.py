from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.blocks import RepairRecord, Stage
from sidecar.session.notes import Notes


def record(
    before: Any,
    after: Any,
    *,
    called: str = "write",
    tool: str = "write",
    stage: Stage = "rules",
    rules: tuple[str, ...] = (),
    call: str = "c1",
) -> RepairRecord:
    return RepairRecord(
        call,
        tool,
        stage,
        rules,
        {"name": called, "arguments": before},
        {"name": tool, "arguments": after},
        "",
    )


RENAMED = record({"filename": "a", "content": "b"}, {"path": "a", "content": "b"})


@pytest.mark.parametrize(
    ("made", "note"),
    [
        pytest.param(RENAMED, "note: filename was read as path", id="a name"),
        pytest.param(record({"p": "a", "limit": None}, {"p": "a"}), "note: limit was left out", id="dropped"),
        pytest.param(record({"limit": "5"}, {"limit": 5}), "note: limit must be a number", id="a type"),
        pytest.param(record({"x": 1}, {"x": True}), "note: x must be true or false", id="no number"),
        pytest.param(record({"edits": "[]"}, {"edits": []}), "note: edits must be a list", id="a list"),
        pytest.param(
            record({"start": 1, "end": 3}, {"offset": 1, "limit": 3}),
            "note: start was read as offset; end was read as limit",
            id="two names",
        ),
        pytest.param(
            record({"a": 1}, {"a": 1}, called="Write"),
            "note: the tool 'Write' was read as write",
            id="a tool",
        ),
        pytest.param(
            record({}, {"a": 1}, rules=("argument-text",)),
            "note: the arguments were no JSON object and were read as one",
            id="text",
        ),
        pytest.param(
            record({}, {}, stage="grammar"),
            "note: the call was written as text and was run as a tool call",
            id="leaked",
        ),
        pytest.param(
            record(["a"], {"a": 1}), "note: the arguments must be an object with named fields", id="no object"
        ),
        pytest.param(
            record(dict.fromkeys("abcde", "1"), dict.fromkeys("abcde", 1)),
            "note: a must be a number; b must be a number; c must be a number; and 2 more",
            id="many",
        ),
    ],
)
def test_what_is_said(made: RepairRecord, note: str) -> None:
    assert Notes().note_for(made) == note


def test_the_same_slip_is_said_twice() -> None:
    notes = Notes()
    assert [bool(notes.note_for(RENAMED)) for _ in range(4)] == [True, True, False, False]


def test_another_slip_and_another_tool_count_for_themselves() -> None:
    notes = Notes()
    for _ in range(2):
        notes.note_for(RENAMED)
    more = record({"filename": "a", "content": "b", "mode": None}, {"path": "a", "content": "b"})
    assert notes.note_for(more) == "note: mode was left out"
    assert notes.note_for(record({"filename": "a"}, {"path": "a"}, tool="read", called="read"))


def test_no_value_is_in_a_note() -> None:
    made = record({"a": "secret", "b": "secret"}, {"x": "secret", "b": ["secret"]})
    assert "secret" not in (Notes().note_for(made) or "")


def test_a_note_waits_for_the_result_of_its_call() -> None:
    notes = Notes()
    notes.repaired([RENAMED])
    assert notes.under("other") is None
    assert notes.under("c1") == "note: filename was read as path"
    assert notes.under("c1") is None


def test_results_that_never_come_are_forgotten() -> None:
    notes = Notes()
    notes.repaired(record({"a": 1}, {"b": 1}, call=f"c{number}") for number in range(500))
    assert notes.under("c0") is None
    assert notes.under("c499") == "note: a was read as b"
