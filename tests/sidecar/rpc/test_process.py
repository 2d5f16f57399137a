"""The real process: what it reads from, what it writes, how it ends."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest

from sidecar.rpc.framing import FRAME_LIMIT
from tests.sidecar.conftest import peer_of
from tests.sidecar.peer import HANGS_S, WRITE, Peer, broken, call, framed, hello, request

HANGING_RECOVERY = """
import asyncio
from sidecar.session.application import Application
class Hanging:
    async def ask(self, questions, tools, config):
        print("asked", file=sys.stderr, flush=True)
        await asyncio.Event().wait()
Application._recovery = lambda self, config: Hanging()
"""
PRINTING_CORE = """
import sidecar.core.message as message
plan = message.plan
def printing(*args, **kwargs):
    print("a stray print")
    import os
    os.write(1, b"a stray write")
    os.system("echo a stray child")
    return plan(*args, **kwargs)
message.plan = printing
"""
SLOW_CORE = """
import time
import sidecar.core.message as message
judge = message.judge
def slow(call, *args):
    verdict = judge(call, *args)
    end = time.thread_time() + 0.26
    while "filename" in call.arguments and time.thread_time() < end:
        pass
    return verdict
message.judge = slow
"""


def dialogue(agent_dir: Path) -> bytes:
    repair = {"message": call({"filename": "a", "content": "b"}), "tools": "k"}
    return b"".join(
        framed(each)
        for each in (
            request(1, "initialize", hello(agent_dir)),
            request(2, "tools/set", {"key": "k", "tools": [WRITE]}),
            request(3, "message/repair", repair),
        )
    )


def check_answers(peer: Peer) -> None:
    assert peer.answer(1)["result"]["enabled"] is True
    assert peer.answer(2)["result"] == {"key": "k"}
    assert peer.answer(3)["result"]["message"]["content"][0]["arguments"] == {"path": "a", "content": "b"}


def greeted(peer: Peer, agent_dir: Path) -> Peer:
    peer.ask(-1, "initialize", hello(agent_dir))
    peer.ask(-2, "tools/set", {"key": "k", "tools": [WRITE]})
    return peer


def play_to_the_end(process: Any, folder: Path) -> None:
    """The dialogue over the process's pipes, then end of input."""
    peer = peer_of(process)
    peer.send_bytes(dialogue(folder))
    check_answers(peer)
    process.stdin.close()
    assert peer.at_end()
    assert process.wait(HANGS_S) == 0


def test_stdin_is_a_pipe(spawn: Any, tmp_path: Path) -> None:
    play_to_the_end(spawn(), tmp_path)


def test_stdin_is_a_file(spawn: Any, tmp_path: Path) -> None:
    saved = tmp_path / "saved.bin"
    saved.write_bytes(dialogue(tmp_path))
    with saved.open("rb") as file:
        process = spawn(stdin=file)
    peer = Peer(process.stdout.fileno(), -1)
    check_answers(peer)
    assert peer.at_end()
    assert process.wait(HANGS_S) == 0


def test_stdin_and_stdout_are_one_socket(spawn: Any, tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = spawn(stdin=theirs, stdout=theirs)
        theirs.close()
        peer = Peer(ours.fileno(), ours.fileno())
        peer.send_bytes(dialogue(tmp_path))
        check_answers(peer)
        ours.shutdown(socket.SHUT_WR)
        assert peer.at_end()
        assert process.wait(HANGS_S) == 0


def test_frames_torn_at_every_byte(spawn: Any, tmp_path: Path) -> None:
    peer = peer_of(spawn())
    for byte in dialogue(tmp_path):
        peer.send_bytes(bytes([byte]))
    check_answers(peer)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"no frame at all\r\n\r\n", -32700, id="garbage"),
        pytest.param(b"Content-Length: 5\r\n\r\n{oops", -32700, id="no JSON"),
        pytest.param(b'Content-Length: 4\r\n\r\n"\xff\xfe"', -32700, id="no UTF-8"),
        pytest.param(b"Content-Length: 3\r\n\r\nNaN", -32700, id="a number that JSON lacks"),
        pytest.param(
            b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000, -32700, id="nested too deep to read"
        ),
        pytest.param(b"Content-Length: 6000\r\n\r\n" + b"9" * 6000, -32700, id="a number too long to read"),
        pytest.param(framed([]), -32600, id="a batch"),
        pytest.param(framed("hi"), -32600, id="no object"),
        pytest.param(framed({"id": 1}), -32600, id="no method"),
        pytest.param(
            framed({"jsonrpc": "1.0", "id": 1, "method": "shutdown"}), -32600, id="another JSON-RPC"
        ),
        pytest.param(
            framed({"jsonrpc": "2.0", "id": {}, "method": "shutdown"}), -32600, id="an id that is none"
        ),
        pytest.param(framed({"jsonrpc": "2.0", "id": True, "method": "shutdown"}), -32600, id="a boolean id"),
        pytest.param(
            b"Content-Length: %d\r\n\r\n" % (FRAME_LIMIT + 1) + b" " * (FRAME_LIMIT + 1),
            -32600,
            id="oversize",
        ),
    ],
)
def test_a_malformed_frame_gets_its_error_and_the_next_one_works(
    spawn: Any, tmp_path: Path, data: bytes, code: int
) -> None:
    peer = peer_of(spawn())
    peer.send_bytes(data)
    assert peer.receive()["error"]["code"] == code
    peer.send_bytes(dialogue(tmp_path))
    check_answers(peer)


@pytest.mark.parametrize("escaped", [True, False], ids=["as an escape", "as bytes"])
def test_a_lone_surrogate_survives(spawn: Any, tmp_path: Path, escaped: bool) -> None:
    peer = greeted(peer_of(spawn()), tmp_path)
    message = request(
        1, "message/repair", {"message": call({"filename": "a", "content": "x\ud83dy"}), "tools": "k"}
    )
    body = framed(message)
    if not escaped:
        raw = body.partition(b"\r\n\r\n")[2].replace(b"\\ud83d", "\ud83d".encode("utf-8", "surrogatepass"))
        body = b"Content-Length: %d\r\n\r\n" % len(raw) + raw
    peer.send_bytes(body)
    assert peer.answer(1)["result"]["message"]["content"][0]["arguments"]["content"] == "x\ud83dy"


def test_a_stray_print_goes_to_stderr(spawn: Any, tmp_path: Path) -> None:
    process = spawn(PRINTING_CORE)
    peer = peer_of(process)
    peer.send_bytes(dialogue(tmp_path))
    check_answers(peer)
    process.stdin.close()
    assert peer.at_end()
    said = process.stderr.read()
    for stray in (b"a stray print", b"a stray write", b"a stray child"):
        assert stray in said


def test_a_message_over_its_time_passes_unchanged_and_that_is_said_once(spawn: Any, tmp_path: Path) -> None:
    peer = greeted(peer_of(spawn(SLOW_CORE)), tmp_path)
    said: list[Any] = []

    def repaired(request_id: int, arguments: Any) -> Any:
        peer.send(request(request_id, "message/repair", {"message": call(arguments), "tools": "k"}))
        while (message := peer.receive()).get("id") != request_id:
            said.append(message)
        return message["result"]

    for request_id in (1, 2):
        result = repaired(request_id, {"filename": "a", "content": "b"})
        assert result["message"] is None
        assert result["repairs"] == []
        assert [each["reason"] for each in result["declined"]] == ["judging the message took too long"]
    assert repaired(3, {"file_path": "a", "content": "b"})["message"], "in time: repaired"
    told = [each["params"]["text"] for each in said if each["method"] == "host/notify"]
    assert told == [
        "toolrecovery left a message unchanged: judging its calls took over a quarter of a second"
    ]


def test_end_of_input_during_a_question(spawn: Any, tmp_path: Path) -> None:
    process = spawn(HANGING_RECOVERY)
    peer = greeted(peer_of(process), tmp_path)
    peer.send(broken(1))
    assert process.stderr.readline() == b"asked\n"
    process.stdin.close()
    assert peer.answer(1)["error"]["code"] == -32800
    assert process.wait(HANGS_S) == 0


def test_shutdown_with_the_input_left_open(spawn: Any, tmp_path: Path) -> None:
    process = spawn()
    peer = greeted(peer_of(process), tmp_path)
    assert peer.ask(1, "shutdown")["result"] == {}
    assert process.wait(HANGS_S) == 0


def test_the_reader_of_its_answers_is_gone(spawn: Any, tmp_path: Path) -> None:
    process = spawn()
    peer = greeted(peer_of(process), tmp_path)
    process.stdout.close()
    peer.send(request(1, "config/get"))
    assert process.wait(HANGS_S) == 0


def test_a_closed_stderr_is_survived(spawn: Any, tmp_path: Path) -> None:
    process = spawn(preexec_fn=lambda: os.close(2), stderr=None)
    peer = peer_of(process)
    peer.send_bytes(dialogue(tmp_path))
    check_answers(peer)


def test_nothing_heavy_is_imported_before_it_is_needed(spawn: Any, tmp_path: Path) -> None:
    listing = """
import sidecar.rpc.server as server
run = server.Server.run
def listing(self):
    run(self)
    print(*sorted({"httpx", "sqlite3", "json_repair", "argparse"} & set(sys.modules)), file=sys.stderr)
server.Server.run = listing
"""
    process = spawn(listing)
    greeted(peer_of(process), tmp_path)
    process.stdin.close()
    assert process.stderr.read().strip() == b""
