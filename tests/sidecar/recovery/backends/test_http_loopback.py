"""Real servers on loopback that misbehave: every one of them becomes a reason, and nothing is left open."""

from __future__ import annotations

import asyncio
import gzip

import pytest

from sidecar.recovery.asking import RecoveryResult
from tests.sidecar.recovery.backends.loopback import (
    ANSWER,
    PATIENCE_S,
    RIGHT,
    answering,
    asked,
    outcome,
    sends,
    serving,
)


def test_a_right_answer_over_a_real_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # loopback never goes through a proxy
    assert outcome(sends(answering(RIGHT))).answers == {"call_1": ANSWER}


def test_a_packed_right_answer() -> None:
    packed = gzip.compress(RIGHT)
    assert outcome(sends(answering(packed, "200 OK", "Content-Encoding: gzip"))).answers == {"call_1": ANSWER}


def test_a_cancel_closes_the_connection_of_a_hanging_server() -> None:
    async def main() -> None:
        received, closed = asyncio.Event(), asyncio.Event()

        async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            received.set()
            await reader.read()
            closed.set()

        async with asyncio.timeout(PATIENCE_S), serving(play) as base:
            task = asyncio.create_task(asked(base))
            await received.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await closed.wait()

    asyncio.run(main())


def test_the_deadline_closes_the_connection_of_a_dripping_server() -> None:
    async def main() -> None:
        received, closed = asyncio.Event(), asyncio.Event()

        async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            received.set()
            writer.write(answering(b"{", length=1000))
            await writer.drain()
            await reader.read()
            closed.set()

        async with asyncio.timeout(PATIENCE_S), serving(play) as base:
            result = await asked(base, deadline_s=0.2)
            assert result.declined == {"call_1": "the recovery model gave no answer in time"}
            if received.is_set():  # on a slow machine the deadline may come first
                await closed.wait()

    asyncio.run(main())


def test_a_busy_server_is_asked_again() -> None:
    plays = [sends(answering(b"", "429 Too Many Requests", "Retry-After: 1", "Connection: close"))]

    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await (plays.pop() if plays else sends(answering(RIGHT)))(reader, writer)

    result = outcome(play)
    assert result.answers == {"call_1": ANSWER}
    assert result.calls == 2


def test_a_redirect_to_another_host_is_not_followed() -> None:
    async def main() -> None:
        visits: list[str] = []

        async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            visits.append("visited")

        async with serving(visited) as other:
            away = answering(b"", "307 Temporary Redirect", f"Location: {other}/chat/completions")
            async with serving(sends(away)) as base:
                result = await asked(base)
        assert "redirects" in result.declined["call_1"]
        assert visits == []

    asyncio.run(main())


async def reset_in_the_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(answering(b'{"choices"', length=1000))
    await writer.drain()
    writer.transport.abort()


async def two_hundred_megabytes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(answering(b"", length=200_000_000))
    for _ in range(200):
        writer.write(b" " * 1_000_000)
        await writer.drain()


async def endless_headers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    for _ in range(100_000):
        writer.write(b"X-More: and more\r\n" * 100)
        await writer.drain()


BOMB = gzip.compress(b" " * 50_000_000)
MISBEHAVING = {
    "closes without a word": sends(),
    "resets in the body": reset_in_the_body,
    "sends 200 MB": two_hundred_megabytes,
    "sends headers without end": endless_headers,
    "sends a gzip bomb": sends(answering(BOMB, "200 OK", "Content-Encoding: gzip")),
    "packs it in brotli": sends(answering(b"\x00", "200 OK", "Content-Encoding: br")),
    "lies about gzip": sends(answering(RIGHT, "200 OK", "Content-Encoding: gzip")),
    "sends HTML": sends(answering(b"<html>200 OK</html>")),
    "sends nothing": sends(answering(b"")),
    "sends half the JSON": sends(answering(RIGHT[:40])),
    "sends JSON nested without end": sends(answering(b"[" * 500_000)),
    "sends bytes that are no text": sends(answering(b"\xff\xfe\x00" * 100)),
    "speaks no HTTP": sends(b"220 mail.test ESMTP\r\n"),
    "says it is broken and echoes the key": sends(answering(b"sk-secret", "500 Broken")),
}


@pytest.mark.parametrize("name", sorted(MISBEHAVING))
def test_a_server_that(name: str) -> None:
    result = outcome(MISBEHAVING[name])
    assert result.answers == {}
    assert "recovery server" in result.declined["call_1"]
    assert "sk-secret" not in repr(result)


def test_a_server_that_is_not_there() -> None:
    async def main() -> RecoveryResult:
        async with serving(sends()) as base:
            pass
        return await asked(base)

    assert "cannot be reached" in asyncio.run(main()).declined["call_1"]
