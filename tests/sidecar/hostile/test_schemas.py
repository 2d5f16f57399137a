"""No schema makes a message cost more than its budget, is fetched, or gets an exception out of the core."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest

from sidecar.results.session import ResultSession
from sidecar.session.core_input import toolset
from sidecar.session.messages import HostReport, RepairRequest, Task
from sidecar.session.results import observe
from sidecar.session.time_budget import BUDGET_S
from sidecar.settings.config import Config
from tests.sidecar.hostile.schemas import ENDLESS, NONSENSE, OUTSIDE, SCHEMAS, obj
from tests.sidecar.peer import call

REFUSED = 'Validation failed for tool "t":\n  - a: nope'
RUN = "aaaaaaaa"  # of a value
ROOM = 8  # times the budget, in processor time: what cannot be cut short, and a slow machine


def judged(schema: Any, arguments: Any) -> Task:
    tools = toolset([{"name": "t", "active": True, "parameters": schema}], Config())
    request = RepairRequest(call(arguments, "t"), HostReport({"call_1": REFUSED}))
    return Task(request, tools, Config())


def observed(schema: Any, arguments: Any) -> Any:
    wire = [{"name": "t", "active": True, "parameters": schema}]
    given = {
        "toolCallId": "call_1",
        "toolName": "t",
        "input": arguments,
        "content": [{"type": "text", "text": REFUSED}],
        "isError": True,
        "executed": False,
    }
    return observe(ResultSession(), given, toolset(wire, Config()), wire, Config())


@pytest.mark.parametrize("work", [judged, observed])
@pytest.mark.parametrize("name", ENDLESS)
def test_a_message_costs_no_more_than_its_budget(name: str, work: Any) -> None:
    started = time.thread_time()
    work(*ENDLESS[name])
    assert time.thread_time() - started < BUDGET_S * ROOM


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_is_fetched(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("the network was used")

    for function in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, function, refuse)
    schema, arguments = OUTSIDE[name]
    task = judged(schema, arguments)
    assert not task.outcome.repairs
    observed(schema, arguments)


@pytest.mark.parametrize("name", [*OUTSIDE, *NONSENSE])
def test_whatever_is_repaired_says_why_and_the_rest_stays(name: str) -> None:
    schema, arguments = SCHEMAS[name]
    outcome = judged(schema, arguments).outcome
    if outcome.message is None:
        assert not outcome.repairs
    else:
        assert len(outcome.repairs) == 1


@pytest.mark.parametrize("name", NONSENSE)
def test_no_value_of_the_call_is_in_the_reason(name: str) -> None:
    outcome = judged(*NONSENSE[name]).outcome
    assert RUN not in repr([each.reason for each in outcome.declined])


@pytest.mark.parametrize("depth", [3, 20, 50])
def test_a_tree_that_refers_to_itself_is_still_judged(depth: int) -> None:
    schema = {**obj(a={"$ref": "#"}, n={"type": "integer"}), "additionalProperties": False}
    right: Any = {"n": 5}
    wrong: Any = {"n": "5"}
    for _ in range(depth):
        right, wrong = {"a": right}, {"a": wrong}
    message = judged(schema, wrong).outcome.message
    assert message is not None
    assert message["content"][0]["arguments"] == right


def test_items_are_unique_as_json_schema_says() -> None:
    schema = obj(a={"type": "array", "uniqueItems": True}, n={"type": "integer"})
    for items, unique in (
        ([1, True], True),
        ([0, False, "0", None], True),
        ([{"a": 1, "b": 2}, {"b": 2, "a": 1.0}], False),
        ([[1], [1.0]], False),
        ([[1], [True]], True),
    ):
        repaired = judged(schema, {"a": items, "n": "5"}).outcome.message is not None
        assert repaired is unique, items
