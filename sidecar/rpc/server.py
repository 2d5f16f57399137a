"""Frames in, responses out: requests that wait, cancellation, the end.

`pending` holds every request without an answer. Only the code that takes an id out of it sends the answer, so
each request is answered once: by its result, by a cancel (at any time), or by the end of the process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any, Protocol

from sidecar.core.blocks import JsonObject
from sidecar.session.host import Deferred

from . import orphan, protocol
from .background import Background
from .dispatch import Dispatch, error_response, internal_error, is_id
from .framing import Broken
from .host import Host
from .read_loop import ReadLoop

GRACE_S = 0.4  # after the end of input, for unfinished work; the process must be gone within a second
LONG_METHODS = frozenset({"message/repair"})  # the others are short, and run in the order they came
CLOSE_S = 0.1  # for aborted recovery calls to close their connections


class Transport(Protocol):
    def receive(self) -> Any: ...
    def send(self, message: Any) -> None: ...


class Server:
    def __init__(
        self, wire: Transport, dispatch: Dispatch, host: Host, warm: Callable[[], None] = lambda: None
    ) -> None:
        """`warm` runs once, on a thread of its own, after the first answer was sent."""
        self._wire, self._dispatch, self._host = wire, dispatch, host
        self._warm: Callable[[], None] | None = warm
        self._pending: dict[Any, Future[JsonObject] | None] = {}
        self._settling = threading.Lock()
        self._background = Background()
        self._loop: ReadLoop[Any] = ReadLoop(wire.receive, self._work)
        host.connect(self._send)

    def run(self) -> None:
        """Until the input ends or `shutdown`. Returns within half a second of either."""
        self._loop.start()
        self._loop.ended.wait()
        self._finish()

    def _finish(self) -> None:
        until = time.monotonic() + GRACE_S
        for request_id, future in list(self._pending.items()):
            if future is not None:
                self._cancel(request_id)
        self._background.close(CLOSE_S)
        self._loop.join(until - time.monotonic())
        for request_id in list(self._pending):
            self._cancel(request_id)

    def _work(self, message: Any) -> None:
        try:
            self._read(message)
        except Exception as error:
            internal_error(error, "reading a message")

    def _read(self, message: Any) -> None:
        if isinstance(message, Broken):
            code = protocol.PARSE_ERROR if message.kind == "parse" else protocol.INVALID_REQUEST
            self._send(error_response(None, code, message.reason))
        elif not isinstance(message, dict):
            reason = "a frame holds one JSON-RPC message, an object; batches are not supported"
            self._send(error_response(None, protocol.INVALID_REQUEST, reason))
        elif "method" not in message and ("result" in message or "error" in message):
            self._host.settle(message)
        elif message.get("method") == "$/cancelRequest":
            params = message.get("params")
            if isinstance(params, dict) and is_id(params.get("id")):
                self._cancel(params["id"])
        else:
            self._request(message)

    def _request(self, message: JsonObject) -> None:
        request_id = message.get("id")
        if request_id is None or not is_id(request_id):
            response = self._dispatch(message)
            if response is not None and not isinstance(response.get("result"), Deferred):
                self._send(response)
            return
        if request_id in self._pending:
            reason = f"id {request_id!r} is of a request that has no answer yet"
            self._send(error_response(None, protocol.INVALID_REQUEST, reason))
            return
        self._pending[request_id] = None
        if message.get("method") in LONG_METHODS:
            self._loop.long()
            with orphan.busy():
                response = self._dispatch(message)
        else:
            response = self._dispatch(message)
        if response["id"] is None:  # jsonrpcserver drops the id of a message it finds invalid
            response["id"] = request_id
        result = response.get("result")
        if isinstance(result, Deferred):
            self._wait_for(request_id, result)
            return
        self._answer(request_id, response)
        if message.get("method") == "shutdown" and "error" not in response:
            self._loop.ended.set()

    def _wait_for(self, request_id: Any, deferred: Deferred) -> None:
        future = self._background.start(deferred.start())
        with self._settling:
            if request_id in self._pending:
                self._pending[request_id] = future
            else:
                future.cancel()
        future.add_done_callback(lambda done: self._settle(request_id, done))

    def _settle(self, request_id: Any, done: Future[JsonObject]) -> None:
        try:
            self._answer(request_id, {"jsonrpc": "2.0", "id": request_id, "result": done.result()})
        except CancelledError:
            self._answer(request_id, error_response(request_id, protocol.CANCELLED, "cancelled"))
        except Exception as error:
            self._answer(request_id, error_response(request_id, *internal_error(error, "a waiting request")))

    def _cancel(self, request_id: Any) -> None:
        with self._settling:
            if request_id not in self._pending:
                return
            future = self._pending.pop(request_id)
        self._send(error_response(request_id, protocol.CANCELLED, "cancelled"))
        if future is not None:
            future.cancel()

    def _answer(self, request_id: Any, response: JsonObject) -> None:
        if self._pending.pop(request_id, _ANSWERED) is not _ANSWERED:
            self._send(response)
            if self._warm is not None:
                threading.Thread(target=self._warm_up, args=(self._warm,), name="warm", daemon=True).start()
                self._warm = None

    def _warm_up(self, warm: Callable[[], None]) -> None:
        orphan.continue_at_parent_death()
        warm()
        self._loop.ended.wait()  # the kernel forgets the request when this thread ends

    def _send(self, message: JsonObject) -> None:
        try:
            try:
                self._wire.send(message)
            except (ValueError, RecursionError) as error:  # an infinite number, or nested too deep for JSON
                failure = internal_error(error, "writing a message")
                self._wire.send(error_response(message.get("id"), *failure))
        except OSError:  # the peer is gone
            self._loop.ended.set()


_ANSWERED: Any = object()
