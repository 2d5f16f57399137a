"""Faults of the network on the way to a recovery model: each is a reason in time, none a crash."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import ssl
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sidecar.recovery.asking import RecoveryResult
from sidecar.recovery.backends.http import HttpBackend
from tests.sidecar.recovery.backends.loopback import (
    ANSWER,
    BROKEN,
    PATIENCE_S,
    RIGHT,
    answering,
    asked,
    judge,
    outcome,
    read_request,
    sends,
    serving,
)
from tests.sidecar.recovery.toolbox import client_of, endpoint

ELSEWHERE = "http://recovery.invalid/v1"  # a name that never resolves
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def no_names(*args: Any, **kwargs: Any) -> Any:
    raise socket.gaierror(socket.EAI_NONAME, "no such host")


def reason(result: RecoveryResult) -> str:
    assert result.answers == {}
    return result.declined["call_1"]


def test_a_name_that_does_not_resolve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", no_names)
    assert reason(asyncio.run(asked(ELSEWHERE))) == (
        "the recovery server at recovery.invalid cannot be reached"
    )


def test_a_resolver_that_hangs_is_left_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = threading.Event()

    def hang(*args: Any, **kwargs: Any) -> Any:
        let_go.wait(PATIENCE_S)
        no_names()

    async def main() -> RecoveryResult:
        try:
            return await asked(ELSEWHERE, deadline_s=0.2)
        finally:
            let_go.set()  # the loop waits for its threads

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    assert reason(asyncio.run(main())) == "the recovery model gave no answer in time"


def test_a_certificate_nobody_signed() -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(Path(__file__).with_name("backends") / "self_signed.pem")

    async def main() -> RecoveryResult:
        async with serving(sends(answering(RIGHT)), tls) as base:
            return await asked(base)

    assert reason(asyncio.run(main())) == "the certificate of the recovery server at 127.0.0.1 is not trusted"


def test_plain_http_where_tls_is_spoken() -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answering(RIGHT))
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    async def main() -> RecoveryResult:
        server = await asyncio.start_server(connected, "127.0.0.1", 0)
        try:
            return await asked(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1")
        finally:
            server.close()
            await server.wait_closed()

    assert "cannot be reached" in reason(asyncio.run(main()))


@pytest.mark.parametrize(
    "status", ["400 Bad", "401 No", "403 No", "404 None", "418 Teapot", "500 Oh", "503 Later"]
)
def test_a_status_that_is_no_answer(status: str) -> None:
    assert "recovery server" in reason(outcome(sends(answering(b"sk-secret", status))))


@pytest.mark.parametrize(
    "after", ["", "Retry-After: 3600", "Retry-After: soon", "Retry-After: -5", "Retry-After: 1e999"]
)
def test_too_many_requests_without_a_usable_pause_are_not_waited_for(after: str) -> None:
    refusal = answering(b"", "429 Too Many Requests", "Connection: close", *([after] if after else []))
    result = outcome(sends(refusal))
    assert "recovery server" in reason(result)
    assert result.calls <= 2


@pytest.mark.parametrize(
    "status", ["301 Moved", "302 Found", "307 Temporary", "308 Permanent", "300 Choices", "304 Same"]
)
def test_the_key_goes_nowhere_a_server_points_to(status: str) -> None:
    visits: list[str] = []

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append("visited")

    async def main() -> RecoveryResult:
        async with serving(visited) as other:
            away = answering(b"", status, f"Location: {other}/chat/completions")
            async with serving(sends(away)) as base:
                return await asked(base)

    assert "redirects" in reason(asyncio.run(main()))
    assert visits == []


@pytest.mark.parametrize("kind", ["text/html", "application/octet-stream", "", "nonsense"])
def test_the_body_decides_and_not_the_content_type(kind: str) -> None:
    assert outcome(sends(answering(RIGHT, "200 OK", f"Content-Type: {kind}"))).answers == {"call_1": ANSWER}


def test_an_answer_of_http_1_0_ends_with_its_connection() -> None:
    assert outcome(sends(b"HTTP/1.0 200 OK\r\n\r\n" + RIGHT)).answers == {"call_1": ANSWER}


def test_an_answer_that_comes_byte_by_byte_is_read() -> None:
    pieces = [bytes([byte]) for byte in answering(RIGHT)]
    assert outcome(sends(*pieces)).answers == {"call_1": ANSWER}


@contextlib.asynccontextmanager
async def closing_after(answers: int) -> AsyncIterator[tuple[str, list[Any]]]:
    """A server that keeps its first connection open, answers as often as told and then closes it unasked."""
    connections: list[Any] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(asyncio.current_task())
        first = len(connections) == 1
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            for _ in range(answers if first else 100):
                await read_request(reader)
                writer.write(answering(RIGHT))
                await writer.drain()
            if first and answers == 1:
                await read_request(reader)  # the next request is on its way already
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", connections
    finally:
        server.close()
        await asyncio.gather(*connections)
        await server.wait_closed()


@pytest.mark.parametrize("answers", [1, 2])
def test_a_kept_connection_that_was_closed_under_us(answers: int) -> None:
    async def main() -> None:
        async with closing_after(answers) as (base, connections):
            backend = HttpBackend(endpoint(base))
            client = client_of(backend)
            for _ in range(4):
                result = await client.ask([BROKEN], judge, deadline_s=PATIENCE_S)
                assert result.answers == {"call_1": ANSWER}, result
            assert len(connections) == 2
            await backend.aclose()

    asyncio.run(main())


def proxied(*settings: tuple[str, str], base: str = ELSEWHERE) -> tuple[RecoveryResult, list[str]]:
    """Ask `base` with proxies set; PROXY stands for a proxy on loopback. The request lines it saw."""
    seen: list[str] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            line = await reader.readline()
            seen.append(line.decode().strip())
            await read_request(reader)
            writer.write(answering(RIGHT))
            await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    async def main() -> RecoveryResult:
        server = await asyncio.start_server(connected, "127.0.0.1", 0)
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.MonkeyPatch.context() as patch:
            for name, value in settings:
                patch.setenv(name, value.replace("PROXY", address))
            try:
                return await asked(base)
            finally:
                server.close()
                await server.wait_closed()

    return asyncio.run(main()), seen


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_a_proxy_of_the_environment_is_used(name: str) -> None:
    result, seen = proxied((name, "http://PROXY"))
    assert result.answers == {"call_1": ANSWER}
    assert seen == ["POST http://recovery.invalid/v1/chat/completions HTTP/1.1"]


@pytest.mark.parametrize("excepted", ["recovery.invalid", "*", ".invalid"])
def test_a_host_that_is_excepted_goes_past_the_proxy(excepted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def loopback_only(host: Any, *args: Any, **kwargs: Any) -> Any:
        return real(host, *args, **kwargs) if host in ("127.0.0.1", b"127.0.0.1") else no_names()

    monkeypatch.setattr(socket, "getaddrinfo", loopback_only)
    result, seen = proxied(("HTTP_PROXY", "http://PROXY"), ("NO_PROXY", excepted))
    assert "cannot be reached" in reason(result)
    assert seen == []


@pytest.mark.parametrize(
    ("proxy", "said"),
    [
        ("socks5://PROXY", "proxy"),
        ("socks5h://user:sk-secret@PROXY", "proxy"),
        ("nonsense://PROXY", "proxy"),
        ("http://[", "cannot be"),
        (":", "cannot be"),
    ],
)
def test_a_proxy_that_cannot_be_used_is_a_reason(proxy: str, said: str) -> None:
    result, seen = proxied(("ALL_PROXY", proxy))
    assert said in reason(result)
    assert "sk-secret" not in repr(result)
    assert seen == []


@pytest.mark.parametrize("base", ["http://127.0.0.1:9/v1", "http://localhost:9/v1", "http://[::1]:9/v1"])
def test_loopback_never_goes_through_a_proxy(base: str) -> None:
    result, seen = proxied(("HTTP_PROXY", "http://PROXY"), ("ALL_PROXY", "socks5://PROXY"), base=base)
    assert "cannot be reached" in reason(result)
    assert seen == []


def test_the_body_of_a_wrong_answer_is_capped_before_it_is_read() -> None:
    shapes = [
        json.dumps({"choices": [{"message": {"content": "x" * 2_000_000}}]}).encode(),
        b'{"choices":' + b"[" * 400_000,
        b'{"choices": [{"message": {"content": ' + b"9" * 900_000 + b"}}]}",
    ]
    for body in shapes:
        assert "recovery server" in reason(outcome(sends(answering(body))))
