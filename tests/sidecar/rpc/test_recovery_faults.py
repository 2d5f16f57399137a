"""The real process and a recovery server that fails: the message is as it was, a cancel is heard at once."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.sidecar.conftest import peer_of
from tests.sidecar.peer import HANGS_S, WRITE, Peer, broken, hello, notification

KEY = "sk-canary-5f1c"


@pytest.fixture
def server() -> Any:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(HANGS_S)
        yield listening


def asking(spawn: Any, folder: Path, port: int, deadline_s: float = 20.0) -> tuple[Peer, Any]:
    settings = {
        "endpoint": {"baseUrl": f"http://127.0.0.1:{port}/v1", "apiKey": KEY},
        "recovery": {"deadlineS": deadline_s},
    }
    (folder / "tool-recovery.json").write_text(json.dumps(settings))
    process = spawn()
    peer = peer_of(process)
    peer.ask(-1, "initialize", hello(folder))
    peer.ask(-2, "tools/set", {"key": "k", "tools": [WRITE]})
    return peer, process


def at_the_end(connection: socket.socket) -> bool:
    """Whether the other side closed it, once what it sent is read."""
    connection.settimeout(HANGS_S)
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


def test_a_cancel_is_answered_while_the_server_hangs(spawn: Any, tmp_path: Path, server: Any) -> None:
    peer, _ = asking(spawn, tmp_path, server.getsockname()[1])
    peer.send(broken(1))
    connection, _ = server.accept()
    connection.settimeout(HANGS_S)
    with connection:
        assert connection.recv(65536), "the request is on its way"
        peer.send(notification("$/cancelRequest", {"id": 1}))
        assert peer.answer(1)["error"]["code"] == -32800
        assert at_the_end(connection)
    assert "result" in peer.ask(2, "config/get")


def test_the_end_of_pi_ends_the_question(spawn: Any, tmp_path: Path, server: Any) -> None:
    peer, process = asking(spawn, tmp_path, server.getsockname()[1])
    peer.send(broken(1))
    connection, _ = server.accept()
    with connection:
        process.stdin.close()
        assert process.wait(HANGS_S) == 0
        assert at_the_end(connection)


@pytest.mark.parametrize("how", ["refused", "no answer in time", "an answer that is none"])
def test_the_message_stays_as_it_was(spawn: Any, tmp_path: Path, server: Any, how: str) -> None:
    port = server.getsockname()[1]
    if how == "refused":
        server.close()
    peer, process = asking(spawn, tmp_path, port, deadline_s=0.5)
    peer.send(broken(1))
    if how == "an answer that is none":
        connection, _ = server.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(b"HTTP/1.0 500 Oh\r\n\r\n" + KEY.encode())
    result = peer.answer(1)["result"]
    assert result["message"] is None
    assert result["repairs"] == []
    assert "recovery" in result["declined"][0]["reason"]
    process.stdin.close()
    assert peer.at_end()
    assert KEY.encode() not in json.dumps(result).encode() + process.stderr.read()
