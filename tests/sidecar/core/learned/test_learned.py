"""Answers → shapes → the next call. Every shape of a table goes through its JSON form, as the store does."""

from __future__ import annotations

import json
import random
import tomllib
from dataclasses import replace
from typing import Any

import pytest

from sidecar.core.blocks import Answer, Tool, ToolCall
from sidecar.core.learned import Shape, derive, fault, from_json, in_words, judged, to_json, widened
from sidecar.core.toolset import Toolset
from tests.places import CASES
from tests.sidecar.recovery.toolbox import TOOLS, TOOLSET

TABLES = CASES / "learned"
KEPT = tomllib.loads((TABLES / "kept.toml").read_text("utf-8"))["cases"]
NOT_KEPT = tomllib.loads((TABLES / "not_kept.toml").read_text("utf-8"))["cases"]


def call(said: str, id: str = "call_1") -> ToolCall:
    read = json.loads(said, strict=False)
    return ToolCall(id, read["name"], read.get("arguments", {}), read.get("raw"))


def answer(said: str) -> Answer:
    read = json.loads(said, strict=False)
    return Answer(read["name"], read["arguments"])


def taught(case: dict[str, Any]) -> Shape:
    shape = derive(call(case["call"]), answer(case["answer"]), TOOLSET)
    assert shape is not None
    return from_json(json.loads(json.dumps(to_json(shape))))


@pytest.mark.parametrize("case", KEPT, ids=[case["name"] for case in KEPT])
def test_kept(case: dict[str, Any]) -> None:
    shape, following = taught(case), call(case["next"], "call_2")
    assert in_words(shape) == case["words"]
    assert fault(call(case["call"]), TOOLSET) == fault(following, TOOLSET)
    assert judged(shape, following, TOOLSET) == (answer(case["want"]) if "want" in case else None)


@pytest.mark.parametrize("case", NOT_KEPT, ids=[case["name"] for case in NOT_KEPT])
def test_not_kept(case: dict[str, Any]) -> None:
    assert derive(call(case["call"]), answer(case["answer"]), TOOLSET) is None


@pytest.mark.parametrize("case", KEPT, ids=[case["name"] for case in KEPT])
def test_no_value_is_kept(case: dict[str, Any]) -> None:
    def marked(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: marked(child) for key, child in value.items()}
        if isinstance(value, list):
            return [marked(child) for child in value]
        return f"secret-{value}" if isinstance(value, str) and value in ("a", "b", "a.txt", "one") else value

    before, after = json.loads(case["call"], strict=False), json.loads(case["answer"], strict=False)
    if "arguments" in before:
        sent = ToolCall("call_1", before["name"], marked(before["arguments"]))
        shape = derive(sent, Answer(after["name"], marked(after["arguments"])), TOOLSET)
        assert shape is None or "secret-" not in json.dumps(to_json(shape))


BEFORE = '{"name": "write", "arguments": {"alpha": "a", "beta": "b"}}'
AFTER = '{"name": "write", "arguments": {"path": "a", "content": "b"}}'


@pytest.mark.parametrize(
    "other",
    [
        '{"name": "Write", "arguments": {"alpha": "a", "beta": "b"}}',
        '{"name": "write", "arguments": {"alpha": "a", "beta": 1}}',
        '{"name": "write", "arguments": {"alpha": "a", "Beta": "b"}}',
        '{"name": "write", "arguments": {"alpha": "a", "beta": ["b"]}}',
        '{"name": "write", "arguments": {"alpha": "a"}}',
        '{"name": "write", "arguments": {"alpha": "a", "beta": "b", "gamma": "c"}}',
    ],
)
def test_another_name_key_or_type_is_another_fault(other: str) -> None:
    assert fault(call(BEFORE), TOOLSET) != fault(call(other), TOOLSET)


def changed(tool: Tool) -> Toolset:
    return Toolset(tool if each.name == tool.name else each for each in TOOLS)


def test_a_shape_ends_with_the_schema_it_was_learned_on() -> None:
    shape = derive(call(BEFORE), answer(AFTER), TOOLSET)
    assert shape is not None
    other = changed(Tool("write", {"type": "object", "required": ["path"]}))
    assert fault(call(BEFORE), other) != fault(call(BEFORE), TOOLSET)
    assert judged(shape, call(BEFORE), other) is None


def test_a_shape_repairs_no_call_of_another_tool() -> None:
    shape = derive(call(BEFORE), answer(AFTER), TOOLSET)
    assert shape is not None
    write = next(tool for tool in TOOLS if tool.name == "write")
    assert judged(shape, call(BEFORE), changed(replace(write, active=False))) is None
    for name in ("write_to", "edit", "asleep"):
        assert judged(shape, call(BEFORE.replace("write", name)), TOOLSET) is None
        assert judged(replace(shape, tool=name), call(BEFORE), TOOLSET) is None


def test_keys_that_say_nothing_keep_the_order_they_were_learned_in() -> None:
    shape = derive(call(BEFORE), answer(AFTER), TOOLSET)
    assert shape is not None
    turned = call('{"name": "write", "arguments": {"beta": "b", "alpha": "a"}}')
    assert fault(turned, TOOLSET) == fault(call(BEFORE), TOOLSET)
    assert judged(shape, turned, TOOLSET) is None


def test_a_wider_text_is_learned_beside_the_narrow_one() -> None:
    narrow = derive(call(BEFORE), answer(AFTER), TOOLSET)
    spaced = call('{"name": "write", "arguments": {"alpha": "my a", "beta": "b"}}')
    wide = derive(spaced, Answer("write", {"path": "my a", "content": "b"}), TOOLSET)
    assert narrow and wide
    assert judged(narrow, spaced, TOOLSET) is None
    for known, new in ((narrow, wide), (wide, narrow)):
        assert judged(widened(known, new), spaced, TOOLSET) is not None
    assert widened(None, narrow) == narrow


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        {},
        {"tool": "write", "schema": "x", "takes": [1]},
        {"tool": "write", "schema": "x", "takes": [{"from": "path"}]},
        {"tool": "write", "schema": "x", "takes": [{"from": [{"mark": "all"}], "to": []}]},
        {"tool": "write", "schema": "x", "takes": [{"from": [True], "to": []}]},
        {"tool": "write", "schema": "x", "takes": [{"from": [], "to": [-1]}]},
        {"tool": "write", "schema": "x", "takes": [{"from": [], "to": [], "as": "bytes"}]},
        {"tool": 1, "schema": "x", "takes": []},
        {"tool": "write", "schema": "x", "takes": [{"from": ["a"] * 21, "to": []}]},
    ],
)
def test_what_another_version_wrote_is_no_shape(said: Any) -> None:
    with pytest.raises(ValueError):
        from_json(said)


@pytest.mark.parametrize("seed", range(200))
def test_whatever_is_learned_makes_the_answer_it_was_learned_from_and_touches_nothing(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    values = ["a", "b", "c d", "", '{"x": "y"}', "[1]", 1, 2.0, True, None]

    def tree(depth: int) -> Any:
        kind = rng.randrange(4) if depth else 3
        if kind == 0:
            return {rng.choice("pqrs"): tree(depth - 1) for _ in range(rng.randrange(4))}
        if kind == 1:
            return [tree(depth - 1) for _ in range(rng.randrange(3))]
        return rng.choice(values)

    anything = Toolset([Tool("any", True)])
    sent = ToolCall("c", rng.choice(["any", "other"]), {rng.choice("pqrs"): tree(3) for _ in range(3)})
    meant = Answer("any", {rng.choice("tuvp"): tree(2) for _ in range(2)})
    before = json.dumps([sent.arguments, meant.arguments])
    shape = derive(sent, meant, anything)
    if shape is not None:
        made = judged(shape, sent, anything)
        assert made is not None and json.dumps(made.arguments) == json.dumps(meant.arguments)
    assert json.dumps([sent.arguments, meant.arguments]) == before


@pytest.mark.parametrize(
    "arguments",
    [
        {"alpha": "a", "beta": ["b"] * 5_000},
        {f"key{index}": "a" for index in range(5_000)},
        {"k" * 500: "a"},
        json.loads('{"a":' * 60 + "1" + "}" * 60),
    ],
    ids=["long list", "many keys", "long key", "deep"],
)
def test_a_call_beyond_bounds_has_no_fault_to_learn(arguments: Any) -> None:
    assert fault(ToolCall("c", "write", arguments), TOOLSET) is None
