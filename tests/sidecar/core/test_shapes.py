from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.shapes import in_kinds, name, shape, without_values


@pytest.mark.parametrize(
    ("value", "want"),
    [
        pytest.param({"path": "a.txt", "n": 5}, {"path": "text(5)", "n": "integer"}, id="names and sizes"),
        pytest.param([True, None, 1.5], ["boolean", "null", "number"], id="kinds"),
        pytest.param(list("abcde"), ["text(1)", "text(1)", "text(1)", "and 2 more"], id="a long list"),
        pytest.param({"rm -rf /": 1}, {"key(8)": "integer"}, id="a key that is no name"),
        pytest.param(
            {"a": {"a": {"a": {"a": {"a": {"a": {"a": 1}}}}}}},
            {"a": {"a": {"a": {"a": {"a": {"a": "object(1)"}}}}}},
            id="deep",
        ),
    ],
)
def test_shape(value: Any, want: Any) -> None:
    assert shape(value) == want


def test_many_keys() -> None:
    made = shape({f"k{number}": 1 for number in range(40)})
    assert len(made) == 31
    assert made["…"] == "and 10 more"


@pytest.mark.parametrize(
    ("sentence", "arguments", "want"),
    [
        pytest.param('path is "a.txt": no', {}, "path is …: no", id="what is quoted"),
        pytest.param("'it\\'s' may mean write", {}, "… may mean write", id="an escaped quote"),
        pytest.param(
            "the model's answer was refused: path: 'b c' is no value",
            {},
            "the model's answer was refused: path: … is no value",
            id="an apostrophe opens nothing",
        ),
        pytest.param("limit is 3.7: cut to 3", {}, "limit is …: cut to …", id="numbers"),
        pytest.param("edits.0 and path2 stay", {}, "edits.0 and path2 stay", id="names with digits"),
        pytest.param("x is true", {}, "x is …", id="a constant"),
        pytest.param("no tool rm it", {"deep": [{"x": " rm it "}]}, "no tool …", id="not quoted"),
        pytest.param(
            'pi would use the text "null". Send "".',
            {"a": None},
            'pi would use the text "null". Send "".',
            id="what a guard says to all",
        ),
        pytest.param(
            "x is …: Send true or false.", {"x": "y"}, "x is …: Send true or false.", id="what may be sent"
        ),
        pytest.param(
            'x is the text "null": no',
            {"x": "null"},
            'x is the text "…": no',
            id="a value that is the word null",
        ),
        pytest.param(
            '"" then "a b" and "null" then "c"', {}, '"" then … and "null" then …', id="values after them"
        ),
        pytest.param("path is missing", {"a": "is"}, "path is missing", id="a value too short to tell"),
    ],
)
def test_a_sentence_without_values(sentence: str, arguments: Any, want: str) -> None:
    assert without_values(sentence, arguments) == want


def test_names() -> None:
    assert name("edits[0].oldText") == "edits[0].oldText"
    assert name("two words") == "key(9)"
    assert name("x" * 61) == "key(61)"


def test_a_summary_in_kinds_holds_no_value() -> None:
    said = 'read: max → limit, limit: "5" → 5, all: "yes" → true, body: a text → "x"'
    assert in_kinds(said) == (
        "read: max → limit, limit: text → number, all: text → boolean, body: a text → text"
    )
