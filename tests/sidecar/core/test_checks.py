"""A type → a check whose error names the field; what the type does not speak of is allowed."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import pytest

from sidecar.core.checks import check_of
from sidecar.core.wire import Message, WireTool
from sidecar.errors import InvalidValueError


class Inner(TypedDict):
    id: str


class Outer(TypedDict):
    text: str
    number: int
    any: Any
    flag: NotRequired[bool]
    number_too: NotRequired[int]
    words: NotRequired[list[Literal["a", "b"]]]
    texts: NotRequired[list[str]]
    inner: NotRequired[Inner]
    each: NotRequired[list[Inner]]
    by_name: NotRequired[dict[str, str | None]]
    rest: NotRequired[dict[str, Any]]


class Given(TypedDict):
    message: NotRequired[Message]
    tools: NotRequired[list[WireTool]]


GOOD = {"text": "t", "number": 1, "any": None}


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({}, id="required fields alone"),
        pytest.param({"unknown": 5}, id="unknown fields"),
        pytest.param(dict.fromkeys(("flag", "words", "inner", "by_name")), id="null for absent"),
        pytest.param({"any": [1], "rest": {"x": 1}}, id="any value"),
        pytest.param({"words": ["b", "a"], "texts": [], "each": [{"id": "x", "y": 1}]}, id="lists"),
        pytest.param({"by_name": {"x": None, "y": ""}}, id="a mapping"),
    ],
)
def test_keeps(more: Any) -> None:
    check_of(Outer)({**GOOD, **more})


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"text": None}, "text must be a string"),
        ({"text": 5, "number": "1"}, "text must be a string"),
        ({"number": True}, "number must be an integer"),
        ({"number": 1.0}, "number must be an integer"),
        ({"number_too": False}, "number_too must be an integer"),
        ({"flag": 1}, "flag must be a boolean"),
        ({"words": "a"}, "words must be an array"),
        ({"words": ["a", "c"]}, "words holds 'c': allowed are a, b"),
        ({"words": [["a"]]}, "words holds ['a']: allowed are a, b"),
        ({"texts": ["", 5]}, "texts[1] must be a string"),
        ({"inner": []}, "inner must be an object"),
        ({"inner": {}}, "inner.id is missing"),
        ({"each": {}}, "each must be an array"),
        ({"each": [{"id": ""}, 5]}, "each[1] must be an object"),
        ({"each": [{"id": 5}]}, "each[0].id must be a string"),
        ({"by_name": []}, "by_name must be an object"),
        ({"by_name": {"x": 5}}, "by_name.x must be a string or null"),
        ({"rest": []}, "rest must be an object"),
    ],
)
def test_the_error_names_the_field(more: Any, said: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        check_of(Outer)({**GOOD, **more})
    assert str(caught.value) == said


@pytest.mark.parametrize("name", GOOD)
def test_a_required_field_is_missing(name: str) -> None:
    given = {each: value for each, value in GOOD.items() if each != name}
    with pytest.raises(InvalidValueError, match=f"^{name} is missing$"):
        check_of(Outer)(given)


def test_a_type_that_no_check_is_made_for_is_refused() -> None:
    with pytest.raises(TypeError):
        check_of(bytes)


CALL = {"type": "toolCall", "id": "c", "name": "write", "arguments": {}}
UNREAD = {"type": "toolCall", "id": "c", "name": "write", "argumentsError": "…"}


def message(*blocks: Any) -> Any:
    return {"role": "assistant", "stopReason": "stop", "content": list(blocks)}


@pytest.mark.parametrize(
    "block",
    [
        CALL,
        {**CALL, "arguments": None},
        {**CALL, "arguments": "text"},
        UNREAD,
        {**UNREAD, "arguments": 5},
        {"type": "text", "text": "", "more": 1},
        {"type": "thinking", "thinking": ""},
        {"type": "image", "data": 5, "text": 5},
    ],
    ids=repr,
)
def test_keeps_a_block(block: Any) -> None:
    check_of(Given)({"message": message(block)})


@pytest.mark.parametrize(
    ("block", "said"),
    [
        (5, " must be an object"),
        ({}, ".type is missing"),
        ({"type": None}, ".type must be a string"),
        ({"type": ["text"]}, ".type must be a string"),
        ({"type": "text"}, ".text is missing"),
        ({"type": "thinking", "thinking": 5}, ".thinking must be a string"),
        ({**CALL, "id": 5}, ".id must be a string"),
        ({"type": "toolCall", "id": "c", "arguments": {}}, ".name is missing"),
        ({"type": "toolCall", "id": "c", "name": "write"}, ".arguments is missing"),
        ({**UNREAD, "argumentsError": 5}, ".argumentsError must be a string"),
    ],
)
def test_the_error_names_the_block(block: Any, said: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        check_of(Given)({"message": message(CALL, block)})
    assert str(caught.value) == f"message.content[1]{said}"


def test_a_tool_needs_a_name_and_parameters() -> None:
    check_of(Given)({"tools": [{"name": "a", "parameters": None, "source": {}}]})
    for tool, said in (({"name": "a"}, "parameters is missing"), ({"parameters": {}}, "name is missing")):
        with pytest.raises(InvalidValueError) as caught:
            check_of(Given)({"tools": [tool]})
        assert str(caught.value) == f"tools[0].{said}"
