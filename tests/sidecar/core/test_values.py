"""JSON values: what is equal, what is no JSON, and how a value's parts are walked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sidecar.core.blocks import Tool, ToolCall
from sidecar.core.call import Broken, Kept, Mended, Settings, judge
from sidecar.core.toolset import Toolset
from sidecar.core.values import TooLargeError, decode_json, equal, identity, parse_container, walk

NUMBERS = {"type": "object", "properties": {"xs": {"type": "array", "items": {"type": "number"}}}}
ANYTHING = {"type": "object", "properties": {"xs": {"type": "array"}}}
NO_JSON = ("[1, NaN]", "[Infinity]", "[-Infinity, 1]", "[1e999]", "(1, 1e999)", '{"a": NaN}')


def judged(schema: dict[str, Any], text: str) -> Any:
    return judge(ToolCall("1", "sum", {"xs": text}), Toolset([Tool("sum", schema)]), Settings())


@pytest.mark.parametrize("schema", [NUMBERS, ANYTHING])
@pytest.mark.parametrize("text", NO_JSON)
def test_what_is_no_json_number_is_never_in_a_repair(schema: dict[str, Any], text: str) -> None:
    verdict = judged(schema, text)
    assert isinstance(verdict, (Broken, Kept, Mended))
    if isinstance(verdict, Mended):
        json.dumps(verdict.arguments, allow_nan=False)
    assert parse_container(text) is None


@pytest.mark.parametrize("text", ["[1, NaN]", "[1, Infinity]", "[1, 1e999]"])
def test_a_list_with_no_number_is_declined(text: str) -> None:
    assert isinstance(judged(NUMBERS, text), Broken)


def test_a_list_of_numbers_is_read() -> None:
    verdict = judged(NUMBERS, "[1, 2.5e3]")
    assert isinstance(verdict, Mended)
    assert verdict.arguments == {"xs": [1, 2500.0]}


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "1e999", "[1"])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"NaN|Infinity|1e999|delimiter"):
        decode_json(text)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (5, 5.0, True),
        (1, True, False),
        (0, False, False),
        (None, False, False),
        ("1", 1, False),
        ([1, [2.0]], [1.0, [2]], True),
        ([1], [True], False),
        ({"a": 1, "b": 2}, {"b": 2.0, "a": 1}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"a": 1, "b": 1}, False),
        ([], {}, False),
    ],
)
def test_equal_and_identity_agree(left: Any, right: Any, same: bool) -> None:
    assert equal(left, right) is same
    assert equal(right, left) is same
    assert (identity(left) == identity(right)) is same


def test_parts_come_in_document_order() -> None:
    paths = [path for path, _ in walk({"a": [1, {"b": "x"}], "c": 2}, 10, 5)]
    assert paths == [(), ("a",), ("a", 0), ("a", 1), ("a", 1, "b"), ("c",)]


def test_too_many_parts_and_too_deep_a_value() -> None:
    with pytest.raises(TooLargeError):
        list(walk(list(range(10)), 10, 5))
    with pytest.raises(TooLargeError):
        list(walk([[[[]]]], 10, 2))
