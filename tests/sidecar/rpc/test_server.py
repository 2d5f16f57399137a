"""Who gets which answer: cancels, ends, stuck and failing work. Over pipes, in this process."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sidecar.core.blocks import Answer
from sidecar.recovery.asking import RecoveryResult
from sidecar.recovery.backends.apis.wire import Usage
from sidecar.session import messages
from tests.sidecar.peer import Peer, broken, call, notification, request

CANCELLED = -32800


class FakeRecovery:
    """Answers every question with `answer`, or hangs; says when it began and how it ended."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.answer = answer
        self.began, self.aborted = threading.Event(), threading.Event()
        self.asked: list[Any] = []
        self.runs = 0

    def connect(self, host: Any) -> Any:
        return lambda config: self

    def run_started(self) -> None:
        self.runs += 1

    async def ask(self, questions: Any, tools: Any, config: Any) -> Any:
        self.asked.append((questions, config.recovery.deadline_s))
        self.began.set()
        try:
            if self.answer is None:
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.aborted.set()
            raise
        return RecoveryResult({question.call.id: self.answer for question in questions})


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A core that hangs in `message/repair` until it is let go."""
    state = SimpleNamespace(began=threading.Event(), let_go=threading.Event())

    class Stuck(messages.Task):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            state.began.set()
            state.let_go.wait()
            super().__init__(*args, **kwargs)

    monkeypatch.setattr(messages, "Task", Stuck)
    yield state
    state.let_go.set()


def test_an_accepted_answer_becomes_the_message(in_memory: Any) -> None:
    recovery = FakeRecovery(Answer("write", {"path": "a", "content": "b"}))
    peer = in_memory(recovery.connect).start()
    peer.send(broken(1))
    result = peer.answer(1)["result"]
    assert result["message"]["content"][0]["arguments"] == {"path": "a", "content": "b"}
    assert [repair["stage"] for repair in result["repairs"]] == ["recovery"]
    [(questions, deadline_s)] = recovery.asked
    assert questions[0].error == "content is missing"
    assert deadline_s == 20


@pytest.mark.parametrize("patch", [{"mode": "observe"}, {"enabled": False}], ids=["observe", "off"])
def test_nobody_is_asked_and_nothing_changes(in_memory: Any, patch: Any) -> None:
    recovery = FakeRecovery()
    peer = in_memory(recovery.connect).start()
    peer.ask(1, "config/set", {"patch": patch})
    peer.send(broken(2))
    assert peer.answer(2)["result"]["message"] is None
    assert not recovery.asked


def test_observe_reports_a_repair_and_keeps_the_message(peer: Peer) -> None:
    peer.ask(1, "config/set", {"patch": {"mode": "observe"}})
    params = {"message": call({"filename": "a", "content": "b"}), "tools": "k"}
    result = peer.ask(2, "message/repair", params)["result"]
    assert result["message"] is None
    assert len(result["repairs"]) == 1


def test_a_cancel_during_the_question_is_answered_and_aborts_it(in_memory: Any) -> None:
    recovery = FakeRecovery()
    peer = in_memory(recovery.connect).start()
    peer.send(broken(1))
    recovery.began.wait()
    peer.send(notification("$/cancelRequest", {"id": 1}))
    assert peer.answer(1)["error"]["code"] == CANCELLED
    recovery.aborted.wait()
    assert peer.ask(2, "config/get")["result"]["enabled"] is True


def test_a_cancel_right_behind_its_request_is_answered_once(in_memory: Any) -> None:
    recovery = FakeRecovery()
    peer = in_memory(recovery.connect).start()
    peer.send(broken(1), notification("$/cancelRequest", {"id": 1}), request(2, "config/get"))
    assert peer.answer(1)["error"]["code"] == CANCELLED
    assert peer.answer(2)["id"] == 2


def test_why_nobody_could_be_asked_is_said_once(in_memory: Any) -> None:
    class Down(FakeRecovery):
        async def ask(self, questions: Any, tools: Any, config: Any) -> Any:
            return RecoveryResult(declined={"call_1": "down"}, troubles=("down",))

    peer = in_memory(Down().connect).start()
    said = []
    for request_id in (1, 2):
        peer.send(broken(request_id))
        while (message := peer.receive()).get("id") != request_id:
            said.append(message)
        assert message["result"]["declined"][0]["reason"] == "down"
    told = [message["params"] for message in said if message["method"] == "host/notify"]
    assert told == [{"text": "toolrecovery: down", "level": "warning"}]


def test_the_footer_says_that_a_model_is_asked_and_status_what_it_cost(in_memory: Any) -> None:
    class Costly(FakeRecovery):
        async def ask(self, questions: Any, tools: Any, config: Any) -> Any:
            return RecoveryResult(declined={"call_1": "no idea"}, calls=2, usage=Usage(100, 20, 0.5))

    peer = in_memory(Costly().connect).start()
    peer.send(broken(1))
    assert [peer.receive()["params"] for _ in range(2)] == [
        {"text": "toolrecovery asks a model about a broken call, 20 s at most"},
        {"text": ""},
    ]
    peer.answer(1)
    status = peer.ask(2, "command/run", {"name": "toolrecovery", "args": "status"})["result"]["text"]
    assert "2 times, 100 tokens in, 20 out, $0.5000" in status


def test_a_run_that_starts_is_passed_on(in_memory: Any) -> None:
    recovery = FakeRecovery()
    peer = in_memory(recovery.connect).start()
    peer.send(notification("run/start", {"text": "hi"}))
    peer.ask(1, "config/get")
    assert recovery.runs == 1


def test_a_cancel_of_an_answered_request_is_nothing(peer: Peer) -> None:
    peer.ask(1, "config/get")
    for wrong in ({"id": 1}, {"id": [1]}, {}, {"id": None}):
        peer.send(notification("$/cancelRequest", wrong))
    assert "result" in peer.ask(2, "config/get")


def test_a_stuck_core_blocks_no_cancel_and_no_other_request(peer: Peer, stuck: Any) -> None:
    peer.send(broken(1))
    stuck.began.wait()
    peer.send(request(2, "config/get"), notification("$/cancelRequest", {"id": 1}))
    assert peer.receive()["id"] == 2
    assert peer.receive()["error"]["code"] == CANCELLED
    stuck.let_go.set()
    assert "result" in peer.ask(3, "config/get"), "the late result of 1 was dropped"


def test_a_stuck_core_does_not_block_shutdown(in_memory: Any, stuck: Any) -> None:
    sidecar = in_memory()
    peer = sidecar.start()
    peer.send(broken(1))
    stuck.began.wait()
    assert peer.ask(2, "shutdown")["result"] == {}
    assert sidecar.ended()
    assert peer.receive()["error"]["code"] == CANCELLED


@pytest.mark.parametrize("how", ["shutdown", "end of input"])
def test_the_end_aborts_a_question(in_memory: Any, how: str) -> None:
    recovery = FakeRecovery()
    sidecar = in_memory(recovery.connect)
    peer = sidecar.start()
    peer.send(broken(1))
    recovery.began.wait()
    if how == "shutdown":
        peer.ask(2, "shutdown")
    else:
        peer.close_input()
    assert peer.answer(1)["error"]["code"] == CANCELLED
    assert sidecar.ended()
    assert recovery.aborted.is_set()


def test_no_exception_travels(peer: Peer, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise OSError("a secret place")

    monkeypatch.setattr(messages, "Task", fail)
    peer.send(broken(1))
    error = peer.answer(1)["error"]
    assert error["code"] == -32603
    assert "secret" not in str(error)
    name = error["message"].split()[2].rstrip(":")
    assert name in caplog.text, "the id is in the log"


def test_a_failing_question_does_not_travel_either(in_memory: Any, caplog: Any) -> None:
    class Failing(FakeRecovery):
        async def ask(self, questions: Any, tools: Any, config: Any) -> Any:
            raise OSError("a secret place")

    peer = in_memory(Failing().connect).start()
    peer.send(broken(1))
    error = peer.answer(1)["error"]
    assert error["code"] == -32603
    assert "secret" not in str(error)


def test_a_result_that_is_no_json_is_an_internal_error(peer: Peer, monkeypatch: Any, caplog: Any) -> None:
    monkeypatch.setattr(messages, "untouched", lambda: {"n": float("inf")})
    peer.ask(1, "config/set", {"patch": {"enabled": False}})
    peer.send(broken(2))
    assert peer.answer(2)["error"]["code"] == -32603


def test_an_id_in_use_is_refused(peer: Peer, stuck: Any) -> None:
    peer.send(broken(1))
    stuck.began.wait()
    peer.send(request(1, "config/get"))
    assert peer.receive()["error"]["code"] == -32600
    stuck.let_go.set()
    assert "result" in peer.answer(1)


def test_the_host_is_asked_and_its_answer_awaited(in_memory: Any) -> None:
    class Asking(FakeRecovery):
        def connect(self, host: Any) -> Any:
            self.host = host
            return lambda config: self

        async def ask(self, questions: Any, tools: Any, config: Any) -> Any:
            self.text = (await self.host.request("host/complete", {"user": "?"}))["text"]
            return RecoveryResult(declined={"call_1": self.text})

    peer = in_memory(Asking().connect).start()
    peer.send(broken(1))
    asked = peer.heard("host/complete")
    peer.send({"jsonrpc": "2.0", "id": "nobody's", "result": {}})
    peer.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"text": "no idea"}})
    assert peer.answer(1)["result"]["declined"][0]["reason"] == "no idea"


def test_a_cancel_cancels_what_the_host_was_asked(in_memory: Any) -> None:
    class Asking(FakeRecovery):
        def connect(self, host: Any) -> Any:
            self.host = host
            return lambda config: self

        async def ask(self, questions: Any, tools: Any, config: Any) -> Any:
            await self.host.request("host/complete", {})

    peer = in_memory(Asking().connect).start()
    peer.send(broken(1))
    asked = peer.heard("host/complete")
    peer.send(notification("$/cancelRequest", {"id": 1}))
    assert peer.answer(1)["error"]["code"] == CANCELLED
    assert peer.heard("$/cancelRequest")["params"] == {"id": asked["id"]}


EMPTY = {"role": "assistant", "stopReason": "toolUse", "content": []}


def repair(peer: Peer, request_id: int, message: Any = EMPTY) -> Any:
    return peer.ask(request_id, "message/repair", {"message": message, "tools": "k"})["result"]


def test_a_turn_without_the_call_it_stopped_for_is_continued_twice_in_a_row(peer: Peer) -> None:
    continued = [repair(peer, number).get("phantom") for number in (1, 2, 3)]
    assert [each and each["drop"] for each in continued] == [True, True, None]
    repair(peer, 4, call({"path": "a", "content": "b"}))
    assert "phantom" in repair(peer, 5)
    said = {**EMPTY, "content": [{"type": "text", "text": "I will."}]}
    assert repair(peer, 6, said)["phantom"]["drop"] is False
    assert "phantom" not in repair(peer, 7)
    peer.send(notification("run/start", {}))
    assert "phantom" in repair(peer, 8)


@pytest.mark.parametrize("patch", [{"phantom": "off"}, {"mode": "observe"}, {"enabled": False}])
def test_a_phantom_turn_is_left_alone(peer: Peer, patch: Any) -> None:
    peer.ask(1, "config/set", {"patch": patch})
    assert "phantom" not in repair(peer, 2)


def test_status_counts_what_was_blocked(peer: Peer) -> None:
    assert repair(peer, 1, call({"path": "a", "content": None}))["guards"]
    status = peer.ask(2, "command/run", {"name": "toolrecovery", "args": "status"})["result"]["text"]
    assert "blocked in this session: 1 call" in status


def test_a_look_ahead_is_counted_nowhere(peer: Peer) -> None:
    params = {"message": call({"filename": "a", "content": "b"}), "tools": "k", "live": True}
    assert peer.ask(1, "message/repair", params)["result"]["message"]
    status = peer.ask(2, "command/run", {"name": "toolrecovery", "args": "status"})["result"]["text"]
    assert "repaired in this session: nothing" in status


def test_off_in_another_pi_is_in_the_footer_from_the_next_message_on(peer: Peer, tmp_path: Path) -> None:
    (tmp_path / "tool-recovery.json").write_text('{"enabled": false}')
    peer.send(notification("run/start", {}), notification("run/start", {}))
    heard = [peer.receive(), peer.receive()]
    assert [each["method"] for each in heard] == ["host/state", "host/status"]
    assert heard[1]["params"] == {"text": "toolrecovery off"}
    peer.send(request(1, "config/get"))
    assert peer.receive()["id"] == 1, "said once"


def test_the_bridge_hears_what_it_may_skip_when_that_changes(peer: Peer, tmp_path: Path) -> None:
    (tmp_path / "tool-recovery.json").write_text('{"grammar": {"enabled": true}, "sanitizeModels": []}')
    peer.send(notification("run/start", {}), notification("run/start", {}))
    heard = peer.receive()
    assert heard["method"] == "host/state"
    assert heard["params"] == {"grammar": True, "sanitize": False, "strict": False, "verbose": False}
    peer.send(request(1, "config/get"))
    assert peer.receive()["id"] == 1, "said once"


@pytest.mark.parametrize(
    ("model", "applies"),
    [
        ("moonshotai/Kimi-K2-0905", True),
        ("MiniMax-M2", True),
        ("glm-4.6", True),
        ("gpt-5", False),
        ("", False),
    ],
)
def test_tool_lists_are_sanitized_for_the_models_that_need_it(peer: Peer, model: str, applies: bool) -> None:
    tools = [{"name": "t", "input_schema": {"properties": {"a": {"pattern": "^x$"}}}}]
    result = peer.ask(1, "request/sanitize", {"model": model, "tools": tools})["result"]
    assert result["applies"] is applies
    if applies:
        assert result["tools"][0]["input_schema"]["properties"]["a"] == {"pattern": "x"}


def test_a_fragment_that_takes_too_long_is_named_once(in_memory: Any, tmp_path: Path) -> None:
    slow = r"^(([a-z])+.)+[0-8]([a-z])+$"
    (tmp_path / "tool-recovery.json").write_text(json.dumps({"grammar": {"leakModels": [slow]}}))
    peer = in_memory().start()
    said = []
    for number in range(4):
        params = {
            "message": call({"filename": "a", "content": "b"}),
            "tools": "k",
            "model": {"id": "a" * 200},
        }
        peer.send(request(number, "message/repair", params))
        while (message := peer.receive()).get("id") != number:
            said.append(message["params"])
        assert message["result"]["message"] is not None
    assert [each["text"] for each in said if "too long" in each.get("text", "")] == [
        f"toolrecovery: {slow!r} in the settings takes too long to look for; ignored"
    ]
