"""Notifications and requests of the sidecar to pi-bridge."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.printable import printable
from sidecar.errors import HostError
from sidecar.session.host import Level


class Host:
    """session.host's Host over the wire. Before `connect` it sends nothing."""

    def __init__(self) -> None:
        self._send: Callable[[JsonObject], None] = lambda message: None
        self._ids = itertools.count(1)
        self._waiting: dict[str, tuple[asyncio.AbstractEventLoop, asyncio.Future[Any]]] = {}

    def connect(self, send: Callable[[JsonObject], None]) -> None:
        self._send = send

    def status(self, text: str) -> None:
        self._notify("host/status", {"text": printable(text)})

    def state(self, state: Mapping[str, bool]) -> None:
        self._notify("host/state", dict(state))

    def notify(self, text: str, level: Level) -> None:
        self._notify("host/notify", {"text": printable(text), "level": level})

    async def request(self, method: str, params: JsonObject) -> Any:
        """The host's result. Raises HostError. Where it is cancelled, the host is told to stop too."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        request_id = f"sidecar-{next(self._ids)}"
        self._waiting[request_id] = (loop, answer)
        try:
            self._send({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})
            return await answer
        except asyncio.CancelledError:
            self._notify("$/cancelRequest", {"id": request_id})
            raise
        finally:
            self._waiting.pop(request_id, None)

    def settle(self, response: JsonObject) -> None:
        """A response came; called on any thread. One that no request waits for is dropped."""
        request_id = response.get("id")
        waiting = self._waiting.get(request_id) if isinstance(request_id, str) else None
        if waiting is not None:
            loop, answer = waiting
            loop.call_soon_threadsafe(_settle, answer, response)

    def _notify(self, method: str, params: JsonObject) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})


def _settle(answer: asyncio.Future[Any], response: JsonObject) -> None:
    if answer.done():
        return
    if "error" in response:
        error = response["error"]
        text = error.get("message") if isinstance(error, dict) else None
        answer.set_exception(HostError(str(text or "the host gave no reason")))
    else:
        answer.set_result(response["result"])
