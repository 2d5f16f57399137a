"""The whole way over the wire: a picked model is asked through the host, pi's results come back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.sidecar.conftest import InMemory
from tests.sidecar.peer import Peer, notification

PICKED = {"model": {"provider": "p", "id": "m"}}
ANSWER = {"toolName": "write", "args": {"path": "$1", "content": "$2"}}


class Pi:
    """Speaks to a sidecar as the bridge does, and counts what its models are asked."""

    def __init__(self, peer: Peer, patch: Any = None) -> None:
        self.peer, self.asked, self.requests = peer, 0, 10
        self.last: Any = None
        self.call("config/set", {"patch": {**PICKED, **(patch or {})}})

    def call(self, method: str, params: Any, answer: Any = None) -> Any:
        self.requests += 1
        self.peer.send({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params})
        while (said := self.peer.receive()).get("id") != self.requests:
            if said["method"] == "host/complete":
                self.asked += 1
                result = {"text": json.dumps(answer or ANSWER)}
                self.peer.send({"jsonrpc": "2.0", "id": said["id"], "result": result})
        return said["result"]

    def slip(self, id: str, path: str, content: str) -> Any:
        """The result for one broken call; its stage, or None where it stays broken."""
        block = {"type": "toolCall", "id": id, "name": "write", "arguments": {"p1": path, "p2": content}}
        message = {"role": "assistant", "stopReason": "toolUse", "content": [block]}
        given = {"message": message, "tools": "k", "hostErrors": {id: "path: missing"}}
        result = self.last = self.call("message/repair", given)
        for repair in result["repairs"]:
            if result["message"]:
                assert repair["after"]["arguments"] == {"path": path, "content": content}
        return result["repairs"][0]["stage"] if result["repairs"] else None

    def ran(self, id: str, *, is_error: bool = False) -> None:
        result = {"toolCallId": id, "toolName": "write", "input": {}, "content": []}
        self.call("result/observe", {**result, "isError": is_error, "executed": not is_error})

    def say(self, args: str) -> str:
        text: str = self.call("command/run", {"name": "toolrecovery", "args": args})["text"]
        return text


@pytest.fixture
def pi(in_memory: Callable[..., InMemory]) -> Pi:
    return Pi(in_memory().start())


def test_the_same_slip_is_asked_about_once(pi: Pi) -> None:
    assert pi.slip("1", "a.txt", "one") == "recovery"
    pi.ran("1")
    assert pi.slip("2", "b.txt", "two\nlines") == "learned"
    pi.ran("2")
    assert pi.asked == 1
    assert "1. write: p1 → path, p2 → content (learned " in pi.say("learned")
    assert "used once" in pi.say("learned")


def test_another_process_knows_it_too(in_memory: Callable[..., InMemory]) -> None:
    one, two = Pi(in_memory().start()), Pi(in_memory().start())
    one.slip("1", "a.txt", "one")
    one.ran("1")
    assert two.slip("1", "b.txt", "two") == "learned"
    two.ran("1", is_error=True)
    assert one.slip("2", "c.txt", "three") == "recovery"
    assert (one.asked, two.asked) == (2, 0)


def test_an_answer_that_never_ran_teaches_nothing(pi: Pi) -> None:
    assert pi.slip("1", "a.txt", "one") == "recovery"
    assert pi.slip("2", "a.txt", "one") == "recovery"
    pi.ran("2", is_error=True)
    assert pi.slip("3", "a.txt", "one") == "recovery"
    assert pi.asked == 3


@pytest.mark.parametrize("how", ["failed", "rejected"])
def test_one_failure_forgets(pi: Pi, how: str) -> None:
    pi.slip("1", "a.txt", "one")
    pi.ran("1")
    assert pi.slip("2", "b.txt", "two") == "learned"
    if how == "failed":
        pi.ran("2", is_error=True)
    else:
        pi.peer.send(notification("repair/rejected", {"id": "2", "error": "path: missing"}))
    assert pi.say("learned") == "Nothing was learned yet."
    assert pi.slip("3", "c.txt", "three") == "recovery"


def test_forget_by_number_and_all(pi: Pi) -> None:
    assert pi.say("forget") == "Nothing was learned yet."
    pi.slip("1", "a.txt", "one")
    pi.ran("1")
    assert "a number from 1 to 1" in pi.say("forget 2")
    assert pi.say("forget 1") == "Forgot write: p1 → path, p2 → content"
    assert pi.slip("2", "a.txt", "one") == "recovery"
    pi.ran("2")
    assert pi.say("forget all") == "Forgot all 1 learned repairs."
    assert pi.say("learned") == "Nothing was learned yet."


def test_learning_turned_off_keeps_nothing_and_uses_nothing(pi: Pi) -> None:
    pi.slip("1", "a.txt", "one")
    pi.ran("1")
    pi.call("config/set", {"patch": {"learning": False}})
    assert pi.slip("2", "b.txt", "two") == "recovery"
    pi.ran("2")
    assert pi.say("learned").startswith("Learning is off")
    pi.call("config/set", {"patch": {"learning": True}})
    assert pi.slip("3", "c.txt", "three") == "learned"


def test_observing_asks_nobody_says_what_it_would_and_keeps_nothing(pi: Pi) -> None:
    pi.call("config/set", {"patch": {"mode": "observe"}})
    assert pi.slip("1", "a.txt", "one") is None
    pi.ran("1")
    assert pi.asked == 0
    (declined,) = pi.last["declined"]
    assert declined["reason"].endswith("(a recovery model would be asked)")
    pi.call("config/set", {"patch": {"mode": "repair"}})
    pi.slip("2", "a.txt", "one")
    pi.ran("2")
    pi.call("config/set", {"patch": {"mode": "observe"}})
    assert pi.slip("3", "a.txt", "one") == "learned"
    pi.ran("3", is_error=True)  # of the call as the model wrote it: no word against what was learned
    assert "1. write" in pi.say("learned")


def test_a_state_that_cannot_be_used_costs_a_question_and_no_message(pi: Pi, tmp_path: Path) -> None:
    state = tmp_path / "state" / "toolrecovery"
    (state / "learned.sqlite").mkdir(parents=True)
    for id in ("1", "2"):
        assert pi.slip(id, "a.txt", "one") == "recovery"
        pi.ran(id)
    assert "learned.sqlite" in pi.say("learned")
    assert "learned.sqlite" in pi.say("forget all")
