"""The bridge's side of a wire, for tests: frames written and read with code of its own."""

from __future__ import annotations

import json
import os
import select
from typing import Any

HANGS_S = 30  # a test that waits this long has failed; nothing is measured


def framed(message: Any) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Peer:
    def __init__(self, read_fd: int, write_fd: int) -> None:
        self.read_fd, self.write_fd = read_fd, write_fd
        self._buffer = bytearray()

    def send(self, *messages: Any) -> None:
        self.send_bytes(b"".join(framed(message) for message in messages))

    def send_bytes(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.write_fd, data) :]

    def ask(self, request_id: int, method: str, params: Any = None) -> Any:
        self.send(request(request_id, method, params))
        return self.answer(request_id)

    def answer(self, request_id: int) -> Any:
        """The response to `request_id`; notifications before it are passed over."""
        while (message := self.receive()).get("id") != request_id:
            assert "method" in message, message
        return message

    def heard(self, method: str) -> Any:
        """The next message of this method; the others before it are passed over."""
        while (message := self.receive()).get("method") != method:
            pass
        return message

    def receive(self) -> Any:
        head = self._until(b"\r\n\r\n")
        name, _, length = head.partition(b": ")
        assert name == b"Content-Length", head
        return json.loads(self._exactly(int(length)))

    def at_end(self) -> bool:
        return not self._buffer and not self._more()

    def close_input(self) -> None:
        os.close(self.write_fd)
        self.write_fd = -1

    def close(self) -> None:
        for fd in {self.read_fd, self.write_fd} - {-1}:
            os.close(fd)

    def _until(self, mark: bytes) -> bytes:
        while mark not in self._buffer:
            assert self._more(), f"the wire ended in {self._buffer!r}"
        head, _, self._buffer = self._buffer.partition(mark)
        return bytes(head)

    def _exactly(self, count: int) -> bytes:
        while len(self._buffer) < count:
            assert self._more(), f"the wire ended in {self._buffer!r}"
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def _more(self) -> bool:
        assert select.select([self.read_fd], [], [], HANGS_S)[0], "the sidecar says nothing"
        data = os.read(self.read_fd, 65536)
        self._buffer += data
        return bool(data)


def request(request_id: int, method: str, params: Any = None) -> Any:
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": {} if params is None else params}


def notification(method: str, params: Any) -> Any:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def hello(agent_dir: object) -> Any:
    return {
        "protocol": 1,
        "bridge": "0.1.0",
        "pi": "1.6.0",
        "agentDir": str(agent_dir),
        "cwd": "/",
        "mode": "print",
        "hasUI": False,
    }


WRITE = {
    "name": "write",
    "active": True,
    "parameters": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
        "required": ["path", "content"],
    },
}


def call(arguments: Any, name: str = "write") -> Any:
    block = {"type": "toolCall", "id": "call_1", "name": name, "arguments": arguments}
    return {"role": "assistant", "stopReason": "toolUse", "content": [block]}


def broken(request_id: int) -> Any:
    """A call that pi rejects and no rule mends."""
    params = {"message": call({"x": [1]}), "tools": "k", "hostErrors": {"call_1": "content is missing"}}
    return request(request_id, "message/repair", params)
