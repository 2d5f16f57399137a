"""What a session remembers: examples, notes given, switches; and that it stays small."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sidecar.results.session import FAILURES_KEPT, TOOLS_KEPT
from sidecar.session.messages import RepairRequest, SessionMemory, Task
from tests.sidecar.results.stage import Stage

SCHEMA = {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}}
SEARCH: list[dict[str, Any]] = [{"name": "mcp__s__find", "active": True, "parameters": SCHEMA}]
TAUGHT = {"_meta": {"examples": [{"code": "US"}]}}


def test_a_taught_example_is_there_for_recovery_prompts_and_later_errors() -> None:
    stage = Stage(SEARCH)
    stage.see("mcp__s__find", {"code": "?"}, "bad", details=TAUGHT)
    assert stage.session.examples(stage.tools) == {"mcp__s__find": {"code": "US"}}
    refused = 'Validation failed for tool "mcp__s__find":\n  - code: missing\n\nReceived arguments:\n{}'
    said = stage.see("mcp__s__find", {}, refused, executed=False)
    assert said and 'The tool\'s own example: {"code": "US"}' in said


def test_a_call_that_worked_goes_before_a_taught_one() -> None:
    stage = Stage(SEARCH)
    stage.see("mcp__s__find", {"code": "?"}, "bad", details=TAUGHT)
    stage.worked("mcp__s__find", {"code": "AT"})
    assert stage.session.examples(stage.tools) == {"mcp__s__find": {"code": "AT"}}


def test_another_schema_of_the_same_name_knows_nothing() -> None:
    stage = Stage(SEARCH)
    stage.worked("mcp__s__find", {"code": "AT"})
    other = Stage([{**SEARCH[0], "parameters": {"type": "object"}}])
    assert stage.session.examples(other.tools) == {}


def test_an_empty_result_is_noted_once_for_the_same_arguments() -> None:
    stage = Stage(SEARCH)
    assert stage.worked("mcp__s__find", {"code": "XX"}, "[]")
    assert stage.worked("mcp__s__find", {"code": "XX"}, "[]") is None
    assert stage.worked("mcp__s__find", {"code": "YY"}, "[]")


def test_the_note_can_be_switched_off() -> None:
    assert Stage(SEARCH, empty_note=False).worked("mcp__s__find", {"code": "XX"}, "[]") is None


@pytest.mark.parametrize("off", [{"hints": False}, {}])
def test_no_hints_or_mode_observe_say_nothing(off: dict[str, Any]) -> None:
    stage = Stage(SEARCH, **off)
    if not off:
        stage.config = replace(stage.config, mode="observe")
    for _ in range(4):
        assert stage.see("mcp__s__find", {"code": "?"}, "bad", details=TAUGHT) is None
    assert stage.worked("mcp__s__find", {"code": "XX"}, "[]") is None
    assert stage.guards(("mcp__s__find", {"code": "?"})) == []


def test_memory_is_bounded() -> None:
    stage = Stage(SEARCH)
    for number in range(2 * TOOLS_KEPT):
        stage.see(
            f"made_up_{number}", {"text": "x" * 10_000}, f"Tool made_up_{number} not found", executed=False
        )
    assert len(stage.session.failures) == FAILURES_KEPT
    assert all(len(failure.arguments["text"]) < 3_000 for failure in stage.session.failures)
    assert len(stage.session._known) <= TOOLS_KEPT


def test_odd_results_are_survived() -> None:
    stage = Stage(SEARCH)
    odd: list[Any] = [None, 5, "x", {"type": "text"}, {"type": "text", "text": None}, {"_meta": 3}]
    for value in (
        None,
        [],
        0,
        "x",
        {"_meta": []},
        {"content": [1], "structuredContent": [[[]]]},
        {"error": {}},
    ):
        stage.see("mcp__s__find", {}, content=odd, details=value, structuredContent=value)
        stage.see("mcp__s__find", {}, content=odd, details=value, structuredContent=value, isError=False)


def test_a_schema_that_cannot_be_applied_gets_no_example() -> None:
    stage = Stage([{**SEARCH[0], "parameters": {"$ref": "#/nowhere", "required": 5}}])
    refused = 'Validation failed for tool "mcp__s__find":\n  - code: missing\n\nReceived arguments:\n{}'
    assert stage.see("mcp__s__find", {}, refused, executed=False) is None


def test_a_recovery_question_carries_the_example_of_its_tool() -> None:
    stage = Stage(SEARCH)
    stage.worked("mcp__s__find", {"code": "AT"})
    call = {"type": "toolCall", "id": "c1", "name": "mcp__s__find", "arguments": {"zeta": [1]}}
    message = {"role": "assistant", "stopReason": "toolUse", "content": [call]}
    memory = SessionMemory(examples=stage.session.examples)
    task = Task(RepairRequest(message), stage.tools, stage.config, memory)
    assert [question.examples for question in task.plan.questions] == [{"mcp__s__find": {"code": "AT"}}]
