"""Broken argument text that pi would run a part of: read whole, or blocked; never run in part."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.blocks import Answer
from sidecar.core.message import Plan, finish, plan
from tests.sidecar.recovery.toolbox import TOOLSET

TAKEN = {"call_1": None}  # pi takes what it could read
CUT = '{"path": "a.txt", "content": "the first half of'


def planned(raw: str, host_errors: Any, name: str = "write") -> Plan:
    error = f"Unexpected end of JSON input\n\nReceived arguments:\n{raw}"
    block = {"type": "toolCall", "id": "call_1", "name": name, "arguments": {}, "argumentsError": error}
    message = {"role": "assistant", "stopReason": "toolUse", "content": [block]}
    return plan(message, TOOLSET, host_errors=host_errors, ids=iter(()))


def test_text_that_can_be_read_whole_is_repaired() -> None:
    outcome = planned("{'path': 'a.txt', 'content': 'b',}", TAKEN).outcome
    assert outcome.message is not None
    assert outcome.message["content"][0]["arguments"] == {"path": "a.txt", "content": "b"}
    assert outcome.guards == ()


@pytest.mark.parametrize("raw", [CUT, '{"path": "a", "content": "b"} {"path": "c", "content": "d"}'])
def test_text_that_cannot_is_blocked(raw: str) -> None:
    outcome = planned(raw, TAKEN).outcome
    assert (outcome.message, outcome.declined) == (None, ())
    assert [guard.id for guard in outcome.guards] == ["call_1"]
    assert outcome.guards[0].reason.startswith("Not run: the arguments are no whole JSON object (")
    assert outcome.guards[0].reason.endswith("). Send the whole call again.")


@pytest.mark.parametrize("host_errors", [{"call_1": "Invalid arguments for tool"}, {}])
def test_a_call_that_pi_rejects_needs_no_block(host_errors: Any) -> None:
    outcome = planned(CUT, host_errors).outcome
    assert (outcome.guards, [each.id for each in outcome.declined]) == ((), ["call_1"])


def test_a_model_is_asked_and_its_answer_takes_the_block_away() -> None:
    asked = planned('{"alpha": "a.txt", "beta": "b",}', TAKEN)
    assert [each.call.id for each in asked.questions] == ["call_1"]
    assert [guard.id for guard in asked.outcome.guards] == ["call_1"]
    outcome = finish(asked, {"call_1": Answer("write", {"path": "a.txt", "content": "b"})})
    assert outcome.guards == ()
