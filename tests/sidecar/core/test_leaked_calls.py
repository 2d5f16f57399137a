"""Whole messages with leaked calls: what becomes a call, what stays text, and what is said of it."""

from __future__ import annotations

import json
import tomllib
from itertools import count
from typing import Any

import pytest

from sidecar.core.blocks import Answer, Outcome, Tool
from sidecar.core.grammars import GrammarSettings
from sidecar.core.message import Plan, Settings, finish, plan
from sidecar.core.toolset import Toolset
from tests.places import CASES

TABLE = tomllib.loads((CASES / "leaked_calls.toml").read_text("utf-8"))
SETTINGS = Settings(grammar=GrammarSettings(enabled=True))
EDIT = {
    "type": "object",
    "properties": {"oldText": {"type": "string"}, "newText": {"type": "string"}},
    "required": ["oldText", "newText"],
}


def builtin(name: str, required: tuple[str, ...], **properties: Any) -> Tool:
    declared = {key: {"type": kind} if isinstance(kind, str) else kind for key, kind in properties.items()}
    parameters = {"type": "object", "properties": declared, "required": list(required)}
    return Tool(name, parameters, effect="read" if name in ("read", "grep") else "write", source="builtin")


TOOLS = Toolset(
    [
        builtin("read", ("path",), path="string", offset="number", limit="number"),
        builtin("grep", ("pattern",), pattern="string", path="string", limit="number"),
        builtin("bash", ("command",), command="string", timeout="number"),
        builtin("write", ("path", "content"), path="string", content="string"),
        builtin("edit", ("path", "edits"), path="string", edits={"type": "array", "items": EDIT}),
    ]
)


def planned(*blocks: Any) -> Plan:
    content = [{"type": "text", "text": each} if isinstance(each, str) else each for each in blocks]
    message = {"role": "assistant", "stopReason": "stop", "content": content}
    ids = (f"made{number}" for number in count())
    return plan(message, TOOLS, host_errors={}, ids=ids, settings=SETTINGS)


def blocks_of(outcome: Outcome, kind: str) -> list[dict[str, Any]]:
    assert outcome.message is not None
    return [block for block in outcome.message["content"] if block["type"] == kind]


def check_reasons(case: dict[str, Any], outcome: Outcome) -> None:
    wanted = json.loads(case.get("reasons", "[]"))
    assert [each.name for each in outcome.left] == [name for name, _ in wanted]
    for each, (_, reason) in zip(outcome.left, wanted, strict=True):
        assert each.reason == (reason or each.reason)
        assert each.reason


@pytest.mark.parametrize("case", TABLE["repairs"], ids=lambda case: case["name"])
def test_repairs(case: dict[str, Any]) -> None:
    outcome = planned(*case["texts"]).outcome
    made = blocks_of(outcome, "toolCall")
    assert [[block["name"], block["arguments"]] for block in made] == json.loads(case["calls"])
    assert [block["text"] for block in blocks_of(outcome, "text")] == case.get("left", [])
    assert outcome.message is not None
    assert outcome.message["stopReason"] == "toolUse"
    unfit = {made[place]["id"] for place in case.get("unfit", ())}
    assert {each.id for each in (*outcome.declined, *outcome.guards)} == unfit
    assert {each.id for each in outcome.repairs} == {block["id"] for block in made} - unfit
    check_reasons(case, outcome)


@pytest.mark.parametrize("case", TABLE["keeps"], ids=lambda case: case["name"])
def test_keeps(case: dict[str, Any]) -> None:
    found = planned(*case["texts"])
    assert found.outcome.message is None
    assert not found.questions
    check_reasons(case, found.outcome)


def test_there_are_as_many_that_stay() -> None:
    assert len(TABLE["keeps"]) >= len(TABLE["repairs"]) >= 20


WRITE = '<tool_call>\n{"name": "write", "arguments": {"path": "a.txt"}}\n</tool_call>'


def test_a_recovery_model_is_asked_about_a_call_that_does_not_fit() -> None:
    found = planned(WRITE)
    (question,) = found.questions
    assert (question.call.id, question.call.name, question.error) == (
        "made0",
        "write",
        "required content is in no argument",
    )


def test_its_answer_is_put_in_the_place_of_the_call() -> None:
    found = planned(WRITE)
    outcome = finish(found, {"made0": Answer("write", {"path": "a.txt", "content": ""})})
    (block,) = blocks_of(outcome, "toolCall")
    assert block == {
        "type": "toolCall",
        "id": "made0",
        "name": "write",
        "arguments": {"path": "a.txt", "content": ""},
    }
    assert [(each.id, each.stage) for each in outcome.repairs] == [("made0", "recovery")]
    assert not outcome.declined


def test_no_model_is_asked_about_what_the_tool_cannot_do() -> None:
    call = '<tool_call>\n{"name": "bash", "arguments": {"command": "make", "dryRun": true}}\n</tool_call>'
    assert not planned(call).questions


def test_a_call_that_does_not_fit_stays_text_beside_native_calls() -> None:
    native = {"type": "toolCall", "id": "n", "name": "write", "arguments": {"path": "a.txt", "content": "x"}}
    found = planned(WRITE, native)
    assert found.outcome.message is None
    assert [(each.name, each.reason) for each in found.outcome.left] == [
        ("write", "required content is in no argument")
    ]


def test_a_leaked_call_of_another_spelling_beside_the_same_native_call_is_no_second_call() -> None:
    native = {"type": "toolCall", "id": "n", "name": "bash", "arguments": {"command": "ls"}}
    outcome = planned(
        '<invoke name="Bash">\n<parameter name="command">ls</parameter>\n</invoke>', native
    ).outcome
    assert blocks_of(outcome, "toolCall") == [native]
    assert not blocks_of(outcome, "text")
