"""Servers on loopback that do as a test says, and a question asked of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable

from sidecar.core.blocks import Answer
from sidecar.recovery.asking import RecoveryResult
from sidecar.recovery.backends.http import HttpBackend
from sidecar.recovery.judge.answer import Judge
from tests.sidecar.recovery.toolbox import TOOLSET, client_of, endpoint, question

judge = Judge(TOOLSET)
BROKEN = question({"name": "write", "arguments": {"filename": "a", "text": "b"}})
ANSWER = Answer("write", {"path": "a", "content": "b"})
RIGHT = json.dumps(
    {"choices": [{"message": {"content": '{"toolName": "write", "args": {"path": "$1", "content": "$2"}}'}}]}
).encode()
PATIENCE_S = 10  # how long a test waits before it fails; none of them should

Play = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def read_request(reader: asyncio.StreamReader) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = next(line.split(":")[1] for line in head.split("\r\n") if line.startswith("content-length"))
    await reader.readexactly(int(length))


def answering(body: bytes, status: str = "200 OK", *headers: str, length: int | None = None) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


@contextlib.asynccontextmanager
async def serving(play: Play, tls: ssl.SSLContext | None = None) -> AsyncIterator[str]:
    """A server that reads one request a connection and then does as `play` says. Its base URL."""

    handling: list[asyncio.Task[None] | None] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handling.append(asyncio.current_task())
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                await read_request(reader)
                await play(reader, writer)
        finally:
            writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    try:
        scheme = "https" if tls else "http"
        yield f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        server.close()
        waiting = [task for task in handling if task is not None]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await server.wait_closed()


async def asked(base: str, deadline_s: float = PATIENCE_S) -> RecoveryResult:
    async def no_wait(seconds: float) -> None:
        return None

    backend = HttpBackend(endpoint(base, key="sk-secret"))
    try:
        return await client_of(backend, sleep=no_wait).ask([BROKEN], judge, deadline_s=deadline_s)
    finally:
        await backend.aclose()


def outcome(play: Play, deadline_s: float = PATIENCE_S) -> RecoveryResult:
    async def main() -> RecoveryResult:
        async with serving(play) as base:
            return await asked(base, deadline_s)

    return asyncio.run(main())


def sends(*pieces: bytes) -> Play:
    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()

    return play
