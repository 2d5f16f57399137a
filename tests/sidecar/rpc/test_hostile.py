"""The real process and a hostile peer: every frame gets one answer, and the next message is repaired."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sidecar.conftest import peer_of
from tests.sidecar.hostile import frames
from tests.sidecar.hostile.schemas import SCHEMAS
from tests.sidecar.peer import WRITE, Peer, call, hello

REPAIRED = {"path": "a", "content": "b"}
ALLOWED = {-32700, -32600, -32601, -32602}  # an internal error is none of them


@pytest.fixture
def peer(spawn: Any, tmp_path: Path) -> Peer:
    (tmp_path / "tool-recovery.json").write_text('{"grammar": {"enabled": true}}')
    peer = peer_of(spawn(stderr=None))
    peer.ask(-1, "initialize", hello(tmp_path))
    peer.ask(-2, "tools/set", {"key": "k", "tools": [WRITE]})
    return peer


def check_next(peer: Peer, number: int) -> None:
    params = {"message": call({"filename": "a", "content": "b"}), "tools": "k"}
    result = peer.ask(number, "message/repair", params)["result"]
    assert result["message"]["content"][0]["arguments"] == REPAIRED


def play(peer: Peer, frame: str, number: int) -> None:
    body = frame.encode()
    peer.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    while "method" in (answer := peer.receive()):
        pass
    assert "result" in answer or answer["error"]["code"] in ALLOWED, answer
    check_next(peer, number)


@pytest.mark.parametrize("depth", frames.DEEP)
def test_nesting(peer: Peer, depth: int) -> None:
    for number, (_, frame) in enumerate(frames.deep(depth), 10):
        play(peer, frame, number)


def test_odd_values(peer: Peer) -> None:
    for number, (_, frame) in enumerate(frames.odd(), 10):
        play(peer, frame, number)


@pytest.mark.parametrize("name", frames.HUGE)
def test_size(peer: Peer, name: str) -> None:
    play(peer, frames.HUGE[name](), 10)


def test_schemas(peer: Peer) -> None:
    for number, (schema, arguments) in enumerate(SCHEMAS.values()):
        tools = [{"name": "t", "active": True, "parameters": schema}]
        peer.ask(10 * number, "tools/set", {"key": "hostile", "tools": tools})
        params = {"message": call(arguments, "t"), "tools": "hostile", "hostErrors": {"call_1": "no"}}
        assert "result" in peer.ask(10 * number + 1, "message/repair", params)
        check_next(peer, 10 * number + 2)
