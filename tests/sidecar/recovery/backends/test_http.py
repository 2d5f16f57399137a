"""Asking: deadline, second try, retry, budget, breaker, cancel. Backends are scripted, time is handed in."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from sidecar.core.blocks import Answer, Question
from sidecar.recovery.asking import RecoveryClient, RecoveryResult
from sidecar.recovery.backends.apis.wire import AGAIN_S, Failure, Reply, Usage
from sidecar.recovery.backends.host import HostBackend
from sidecar.recovery.backends.http import HttpBackend
from sidecar.recovery.judge.answer import Judge
from sidecar.recovery.prompt.question import Prompt
from tests.places import SIDECAR
from tests.sidecar.recovery.toolbox import DEADLINE_S, TOOLSET, client_of, endpoint, question

judge = Judge(TOOLSET)
RIGHT = '{"toolName": "write", "args": {"path": "$1", "content": "$2"}}'
WRONG = '{"toolName": "bash", "args": {"command": "id"}}'
ANSWER = Answer("write", {"path": "a", "content": "b"})
DOWN = Failure("unreachable", "down")
KEY = "sk-secret"


def broken(id: str = "call_1") -> Question:
    return question({"name": "write", "arguments": {"filename": "a", "text": "b"}}, id=id)


class Scripted:
    """A backend that says its lines in order and remembers what it was asked."""

    def __init__(self, *lines: str | Failure | Exception) -> None:
        self.lines = list(lines)
        self.asked: list[Prompt] = []

    async def complete(self, prompt: Prompt, constrained: bool) -> Reply | Failure:
        self.asked.append(prompt)
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, Failure) else Reply(line, Usage(10, 2))


class Silent:
    """A backend that never answers."""

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self.cancelled = False

    async def complete(self, prompt: Prompt, constrained: bool) -> Reply | Failure:
        self.started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        raise AssertionError


def ask(client: RecoveryClient, *questions: Question) -> RecoveryResult:
    return asyncio.run(client.ask(questions or (broken(),), judge, deadline_s=DEADLINE_S))


def test_a_right_answer_costs_one_call() -> None:
    result = ask(client_of(Scripted(RIGHT)))
    assert result.answers == {"call_1": ANSWER}
    assert (result.calls, result.usage, dict(result.declined)) == (1, Usage(10, 2), {})


@pytest.mark.parametrize(
    ("lines", "troubles"),
    [
        ((DOWN,), ("down",)),
        ((WRONG, DOWN), ("down",)),
        ((WRONG, WRONG), ()),
        ((RIGHT,), ()),
    ],
    ids=["no answer", "no second answer", "a refused answer", "a right one"],
)
def test_only_what_a_person_could_mend_is_trouble(lines: Any, troubles: tuple[str, ...]) -> None:
    assert ask(client_of(Scripted(*lines))).troubles == troubles


def test_the_second_try_is_told_why() -> None:
    backend = Scripted(WRONG, RIGHT)
    result = ask(client_of(backend))
    assert result.answers == {"call_1": ANSWER}
    assert result.calls == 2
    assert "a call of write stays one" in backend.asked[1].user


def test_garbage_twice_is_declined() -> None:
    backend = Scripted("no", "still no", RIGHT)
    result = ask(client_of(backend))
    assert result.answers == {}
    assert "holds no tool call" in result.declined["call_1"]
    assert len(backend.asked) == 2


def test_no_backend_and_a_raising_backend_are_reasons() -> None:
    assert ask(client_of(None)).declined == {"call_1": "no recovery model is configured"}
    result = ask(client_of(Scripted(RuntimeError(KEY))))
    assert "RuntimeError" in result.declined["call_1"]
    assert KEY not in result.declined["call_1"]


def test_one_bad_question_does_not_cost_the_others() -> None:
    result = ask(client_of(Scripted(RIGHT, DOWN, RIGHT)), *(broken(str(n)) for n in range(3)))
    assert (len(result.answers), len(result.declined)) == (2, 1)


def test_the_deadline_is_shared_and_ends_everything() -> None:
    async def main() -> None:
        backend = Silent()
        result = await client_of(backend).ask([broken("1"), broken("2")], judge, deadline_s=0.5)
        assert set(result.declined) == {"1", "2"}
        assert backend.cancelled

    asyncio.run(main())


def test_a_cancel_reaches_the_backend() -> None:
    async def main() -> None:
        backend = Silent()
        client = client_of(backend)
        task = asyncio.create_task(client.ask([broken()], judge, deadline_s=DEADLINE_S))
        await backend.started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert backend.cancelled
        assert not client.breaker.open

    asyncio.run(main())


def test_retry_after_is_honoured_once_and_within_the_deadline() -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    busy = Failure("busy", "busy", retry_after=3.0)
    assert ask(client_of(Scripted(busy, RIGHT), sleep=sleep)).answers == {"call_1": ANSWER}
    assert ask(client_of(Scripted(busy, busy, RIGHT), sleep=sleep)).declined == {"call_1": "busy"}
    later = Failure("busy", "busy", retry_after=30.0)
    assert ask(client_of(Scripted(later, RIGHT), sleep=sleep)).declined == {"call_1": "busy"}
    assert waited == [3.0, 3.0]


def test_a_run_has_a_budget() -> None:
    client = client_of(Scripted(*[RIGHT] * 5), max_per_run=2)
    result = ask(client, *(broken(str(n)) for n in range(3)))
    assert (len(result.answers), result.calls) == (2, 2)
    assert "budget" in next(iter(result.declined.values()))
    client.run_started()
    assert ask(client).calls == 1


def test_the_breaker_opens_after_three_failures_and_closes_after_its_minute() -> None:
    now = [0.0]
    backend = Scripted(DOWN, DOWN, DOWN, DOWN, RIGHT)
    client = client_of(backend, clock=lambda: now[0])
    assert [ask(client).breaker_opened for _ in range(3)] == [False, False, True]
    shut = ask(client)
    assert (shut.calls, shut.breaker_opened) == (0, False)
    assert "left alone" in shut.declined["call_1"]
    now[0] = 60.0
    assert ask(client).breaker_opened  # half open: one more failure is enough
    now[0] = 120.0
    client.run_started()
    assert ask(client).answers == {"call_1": ANSWER}
    assert not client.breaker.open


def test_the_host_is_asked_as_the_protocol_says() -> None:
    seen: list[dict[str, Any]] = []

    async def host_complete(params: dict[str, Any]) -> Any:
        seen.append(params)
        return {"text": RIGHT, "usage": {"input": 7, "output": 3, "cost": 0.5}}

    result = ask(client_of(HostBackend(host_complete, {"provider": "p", "id": "m"})))
    assert result.answers == {"call_1": ANSWER}
    assert result.usage == Usage(7, 3, 0.5)
    assert set(seen[0]) == {"model", "system", "user", "maxTokens", "schema"}
    assert seen[0]["model"] == {"provider": "p", "id": "m"}


@pytest.mark.parametrize("said", [None, {}, {"text": ""}, {"text": 7}, [], ValueError("sk-secret")])
def test_a_host_that_fails_is_a_reason(said: Any) -> None:
    async def host_complete(params: dict[str, Any]) -> Any:
        if isinstance(said, Exception):
            raise said
        return said

    result = ask(client_of(HostBackend(host_complete, {"provider": "p", "id": "m"})))
    assert "picked recovery model" in result.declined["call_1"]
    assert KEY not in repr(result)


async def no_sleep(seconds: float) -> None:
    """A pause that is over at once."""


Handler = Callable[[httpx.Request], httpx.Response]


def streamed(handler: Handler) -> httpx.MockTransport:
    """`handler` as a transport whose bodies are still to be read, as those of a socket are."""

    def answer(request: httpx.Request) -> httpx.Response:
        whole = handler(request)

        async def body() -> AsyncIterator[bytes]:
            yield whole.content

        return httpx.Response(whole.status_code, headers=whole.headers, content=body())

    return httpx.MockTransport(answer)


def over_http(
    handler: Handler, *, times: int = 1, api: str = "openai-completions", sleep: Any = no_sleep
) -> tuple[list[RecoveryResult], list[Any]]:
    """Ask `times` times an endpoint that `handler` plays; the results and the request bodies it saw."""
    bodies: list[Any] = []

    def record(request: httpx.Request) -> httpx.Response:
        bodies.append(json.loads(request.content))
        return handler(request)

    async def main() -> list[RecoveryResult]:
        backend = HttpBackend(endpoint("http://h/v1", key=KEY, api=api), streamed(record))
        client = client_of(backend, sleep=sleep)
        results = [await client.ask([broken()], judge, deadline_s=DEADLINE_S) for _ in range(times)]
        await backend.aclose()
        return results

    return asyncio.run(main()), bodies


def says(text: str) -> httpx.Response:
    return httpx.Response(200, json={"choices": [{"message": {"content": text}}]})


def test_a_server_without_response_format_is_asked_without_and_remembered() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        held = b"response_format" in request.content
        return httpx.Response(400, text="response_format unknown") if held else says(RIGHT)

    results, bodies = over_http(handler, times=2)
    assert [result.answers for result in results] == [{"call_1": ANSWER}] * 2
    assert ["response_format" in body for body in bodies] == [True, False, False]
    assert [result.calls for result in results] == [2, 1]


def test_a_server_that_rejects_everything_is_not_asked_for_ever() -> None:
    results, bodies = over_http(lambda request: httpx.Response(400, text="no"))
    assert len(bodies) == 2
    assert "400" in results[0].declined["call_1"]


def test_a_newer_model_is_asked_in_its_own_words() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        for word in ("max_tokens", "temperature"):
            if f'"{word}"' in request.content.decode():
                return httpx.Response(400, json={"error": {"message": f"Unsupported parameter: {word}"}})
        return says(RIGHT)

    results, bodies = over_http(handler, times=2)
    assert [result.answers for result in results] == [{"call_1": ANSWER}] * 2
    assert len(bodies) == 4
    assert "response_format" in bodies[-1]


def test_a_path_without_version_is_tried_as_given() -> None:
    paths: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.path)
        return says(RIGHT) if request.url.path == "/inference/chat/completions" else httpx.Response(404)

    async def main() -> RecoveryResult:
        backend = HttpBackend(endpoint("http://h/inference"), streamed(handler))
        return await client_of(backend).ask([broken()], judge, deadline_s=DEADLINE_S)

    assert asyncio.run(main()).answers == {"call_1": ANSWER}
    assert paths == ["/inference/v1/chat/completions", "/inference/chat/completions"]


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 418, 429, 500, 503])
def test_no_status_lets_a_key_out(status: int) -> None:
    results, _ = over_http(lambda request: httpx.Response(status, text=f"bad key {KEY}"))
    assert results[0].answers == {}
    assert KEY not in repr(results)


def test_a_transport_that_raises_is_a_reason_without_its_words() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError(f"cannot reach with {KEY}")

    results, _ = over_http(handler)
    assert results[0].declined == {"call_1": "the recovery server at h cannot be reached"}


def test_a_server_that_starts_again_is_asked_once_more() -> None:
    lines = iter([ConnectionRefusedError(), says(RIGHT), ConnectionRefusedError(), ConnectionRefusedError()])

    def handler(request: httpx.Request) -> httpx.Response:
        line = next(lines)
        if isinstance(line, httpx.Response):
            return line
        raise httpx.ConnectError("refused") from line

    results, bodies = over_http(handler, times=2)
    assert [set(result.answers) for result in results] == [{"call_1"}, set()]
    assert len(bodies) == 4


def test_a_host_that_is_not_there_is_asked_once() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no such host")

    _, bodies = over_http(handler)
    assert len(bodies) == 1


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_a_busy_server_is_asked_once_more_after_a_second(status: int) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    replies = iter([httpx.Response(status), says(RIGHT)])
    results, _ = over_http(lambda request: next(replies), sleep=sleep)
    assert set(results[0].answers) == {"call_1"}
    assert waited == [AGAIN_S]


def test_anthropic_shape_recovers() -> None:
    held = {"content": [{"type": "tool_use", "name": "corrected_call", "input": json.loads(RIGHT)}]}
    results, bodies = over_http(lambda request: httpx.Response(200, json=held), api="anthropic-messages")
    assert results[0].answers == {"call_1": ANSWER}
    assert bodies[0]["tool_choice"]["name"] == "corrected_call"


def test_httpx_is_imported_by_two_files_and_only_when_asking() -> None:
    package = SIDECAR
    importing = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if any(
            line.split()[:2] in (["import", "httpx"], ["from", "httpx"])
            for line in path.read_text("utf-8").splitlines()
        )
    ]
    assert sorted(importing) == ["recovery/backends/http.py", "recovery/backends/server.py"]
    names = "sidecar.recovery.backends.http, sidecar.recovery.backends.server"
    code = f"import sys, {names}; sys.exit('httpx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=package.parent, check=False).returncode == 0
