"""Prompts stay small, references are never mistaken, and constrained answers hold nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from sidecar.core.blocks import Answer, Question, Tool, ToolCall
from sidecar.core.values import TooLargeError
from sidecar.recovery.judge.answer import Judge, Refusal
from sidecar.recovery.prompt.question import Prompt, build
from tests.sidecar.recovery.toolbox import TOOLSET, question

CONTENTS = {
    "text": ("some words\n" * 10, "some words\n" * 10_000),
    "quotes": ('say "hi"\\n' * 12, 'say "hi"\\n' * 12_000),
    "JSON": (json.dumps({"a": ["x"] * 20}), json.dumps({f"key{n}": ["x", n] for n in range(7_000)})),
}


def size(prompt: Prompt) -> int:
    return len(prompt.system) + len(prompt.user) + len(json.dumps(prompt.schema))


def write(content: str, error: str = "Validation failed") -> Question:
    return question({"name": "write", "arguments": {"filename": "a.txt", "text": content}}, error)


@pytest.mark.parametrize("kind", sorted(CONTENTS))
def test_a_long_content_costs_what_a_short_one_does(kind: str) -> None:
    short, long = CONTENTS[kind]
    assert size(build(write(long))) <= 1.2 * size(build(write(short)))


def test_a_long_raw_text_costs_what_a_short_one_does() -> None:
    def raw(lines: int) -> Question:
        text = '{"path": "a.py", "content": "' + 'print("hi")\n' * lines + '"}'
        return question({"name": "write", "raw": text})

    assert size(build(raw(8_000))) <= 1.2 * size(build(raw(8)))


def test_the_host_error_is_not_copied_with_its_arguments() -> None:
    error = "path: must have required property\n\nReceived arguments:\n" + "x" * 100_000
    prompt = build(write("hi", error))
    assert "must have required property" in prompt.user
    assert size(prompt) < 2_000


def test_many_big_tools_cost_what_four_do() -> None:
    properties = {f"p{n}": {"type": "string", "description": "long " * 200} for n in range(30)}
    tools = [
        Tool(f"mcp_tool_{n}", {"type": "object", "properties": properties}, "words " * 99) for n in range(100)
    ]
    call = ToolCall("1", "mcp_tol", {"p1": 1})
    few, many = (build(Question(call, "not found", tuple(shown))) for shown in (tools[:4], tools))
    assert size(many) <= 1.5 * size(few)


def test_a_call_with_thousands_of_values_stays_small() -> None:
    call = {"name": "write", "arguments": {f"k{n}": {"deep": [n, str(n)]} for n in range(900)}}
    assert size(build(question(call))) < 20_000


def test_a_working_example_is_shown_shortened() -> None:
    asked = write("hi")
    example = {"write": {"path": "b.txt", "content": "y" * 5_000}}
    prompt = build(Question(asked.call, asked.error, asked.tools, example))
    assert "b.txt" in prompt.user
    assert size(prompt) < 2_500


@pytest.mark.parametrize("content", ["$1", "$1 $$2", "$1 $$1 «1»", "$1 $$1 «1» ⟦1⟧ $$$$9"])
def test_a_content_that_looks_like_a_reference_stays_literal(content: str) -> None:
    asked = write(content)
    prompt = build(asked)
    path, text = list(prompt.references.values)
    assert all(token not in content for token in (path, text))
    reply = json.dumps({"toolName": "write", "args": {"path": path, "content": text}})
    assert Judge(TOOLSET)(asked, prompt.references, reply) == Answer(
        "write", {"path": "a.txt", "content": content}
    )


def test_a_hundred_kilobytes_come_back_byte_for_byte() -> None:
    content = "".join(chr(32 + index * 117 % 0x2FFF) for index in range(100)) * 1_000 + "\r\n\t\\n"
    asked = write(content)
    reply = '{"toolName": "write", "args": {"path": "$1", "content": "$2"}}'
    answer = Judge(TOOLSET)(asked, build(asked).references, reply)
    assert isinstance(answer, Answer)
    assert answer.arguments["content"] == content


def test_an_endless_answer_is_refused() -> None:
    asked = write("x" * 100_000)
    reply = json.dumps({"toolName": "write", "args": {"path": "$1", "content": ["$2"] * 50_000}})
    assert isinstance(Judge(TOOLSET)(asked, build(asked).references, reply), Refusal)


def test_any_values_may_be_switched_on() -> None:
    asked = question({"name": "write", "arguments": {"filename": "a.txt"}})
    reply = '{"toolName": "write", "args": {"path": "a.txt", "content": "new"}}'
    assert isinstance(Judge(TOOLSET, any_values=True)(asked, build(asked).references, reply), Answer)


def test_the_rule_engine_finishes_an_answer() -> None:
    asked = write("hi")
    reply = '{"toolName": "write", "args": {"file": "$1", "content": "$2"}}'

    def repair(name: str, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
        return name, {"path": arguments["file"], "content": arguments["content"]}

    judge = Judge(TOOLSET, repair)
    assert judge(asked, build(asked).references, reply) == Answer("write", {"path": "a.txt", "content": "hi"})
    declined = Judge(TOOLSET, lambda name, arguments: None)
    outcome = declined(asked, build(asked).references, reply)
    assert isinstance(outcome, Refusal)
    assert "path is missing" in outcome.reason


def leaves_of(schema: Any) -> Iterator[dict[str, Any]]:
    """The schemas of the scalars an answer may hold."""
    if isinstance(schema, dict):
        if "enum" in schema or schema.get("type") == "string":
            yield schema
        for below in schema.values():
            yield from leaves_of(below)
    elif isinstance(schema, list):
        for below in schema:
            yield from leaves_of(below)


@pytest.mark.parametrize("name", ["write", "edit", "tag", "delete_item", "env", "multi_edit", "unknown"])
def test_a_constrained_answer_holds_only_references_and_constants(name: str) -> None:
    call = {"name": name, "arguments": {"a": "1", "b": True, "c": ["x"], "d": {"e": 2}}}
    asked = question(call)
    prompt = build(asked)
    allowed = {*prompt.references.values, "append", "replace", *(tool.name for tool in asked.tools)}
    reasons = [leaf for leaf in leaves_of(prompt.schema["properties"]["args"]) if "enum" not in leaf]
    assert reasons in ([], [{"type": "string"}])  # a required reason may be new
    for leaf in leaves_of(prompt.schema):
        assert set(leaf.get("enum", [])) <= allowed
    assert prompt.schema["additionalProperties"] is False


def test_hostile_schemas_are_survived() -> None:
    loop: dict[str, Any] = {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"type": "object", "properties": {"x": {"$ref": "#/$defs/a"}}}},
    }
    for schema in (True, False, None, loop, {"type": 7, "properties": []}, {"anyOf": [True, {"type": []}]}):
        tool = Tool("odd", schema)
        prompt = build(Question(ToolCall("1", "odd", {"a": 1}), "no", (tool,)))
        assert size(prompt) < 10_000


@pytest.mark.parametrize("seed", range(40))
def test_damage_told_by_reference_is_undone(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    texts = ["a.txt", "x\ny\n", '{"k": [1]}', "$1", "  indented", "[1, 2", "true", "7", 'q"q']
    meant = {"path": f"{rng.choice(texts)}{seed}", "content": rng.choice(texts) + str(rng.random())}
    keys = [rng.choice(["filename", "target", "f1"]), rng.choice(["body", "data", "text2"])]
    asked = question({"name": "write", "arguments": dict(zip(keys, meant.values(), strict=True))})
    prompt = build(asked)
    path, content = list(prompt.references.values)[:2]
    reply = json.dumps({"toolName": "write", "args": {"path": path, "content": content}})
    assert Judge(TOOLSET)(asked, prompt.references, reply) == Answer("write", meant)


def test_arguments_nested_without_end_are_not_asked_about() -> None:
    deep: Any = "x"
    for _ in range(50_000):
        deep = [deep]
    with pytest.raises(TooLargeError):
        build(question({"name": "write", "arguments": {"a": deep}}))
