"""Keys and values of calls: every way to fail is taken, and what was written and said holds none of them."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT
from tests.sidecar.conftest import peer_of
from tests.sidecar.hostile.frames import MARK
from tests.sidecar.peer import WRITE, Peer, hello, request

KEYS = ("sk-canary-key-71f0", "canary-user-71f1", "canary-query-71f2")
VALUE = "canary-value-71f3"
LONG = f"{VALUE} of a person, and more of it"
TOOLS = [
    WRITE,
    {
        "name": "odd",
        "active": True,
        "parameters": {"type": "object", "properties": {"a": {"type": "zahl"}, "n": {"multipleOf": 0}}},
    },
    {
        "name": "strict",
        "active": True,
        "parameters": {
            "type": "object",
            "properties": {
                "n": {"type": "integer"},
                "kind": {"enum": ["a", "b"]},
                "d": {"pattern": "^\\d+$"},
            },
            "required": ["n"],
            "additionalProperties": False,
        },
    },
]
CALLS: tuple[tuple[str, Any], ...] = (
    ("write", {"filename": LONG, "content": VALUE}),
    ("write", {"x": [VALUE], LONG: 1}),
    ("write", {"path": None, "content": VALUE}),
    ("write", {"path": VALUE}),
    ("write", VALUE),
    ("write", [VALUE]),
    ("odd", {"a": VALUE, "n": 5}),
    ("odd", {"a": {"b": VALUE}}),
    ("strict", {"n": VALUE, "kind": VALUE, "d": VALUE, "more": VALUE}),
    ("strict", {"n": 5, LONG: VALUE}),
    ("strict", {"n": "9" * 500, "kind": {"deep": [VALUE] * 50}}),
    ("nobody", {"a": VALUE}),
    (LONG, {"path": VALUE}),
    ("write_file", {"file_path": LONG, "text": VALUE}),
)
RAW = (
    f'{{"path": "{VALUE}", "content": "x',
    f'{{"path": {VALUE}, content: {VALUE}}}',
    f'{{"path": "a", "content": "{VALUE}"}} {{"path": "b", "content": "{VALUE}"}}',
    VALUE,
)
WORDS = (
    *("status", "config", "doctor", "log 50", "why 1", "why 5", "stats", "learned", "help"),
    *(f"report {number}" for number in range(1, 15)),
)
CRASH = f"""
import sidecar.core.message as message
plan = message.plan
def crashing(said, *args, **kwargs):
    if any(block.get("name") == "crash" for block in said["content"]):
        raise KeyError(said["content"][0]["arguments"], "{KEYS[0][:9]}" + "{KEYS[0][9:]}")
    if any(block.get("name") == "panic" for block in said["content"]):
        raise type("PanicException", (BaseException,), {{}})(repr(said))
    return plan(said, *args, **kwargs)
message.plan = crashing
"""


@pytest.fixture
def refusing() -> int:
    """A port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port: int = closed.getsockname()[1]
    return port


def repair(peer: Peer, number: int, block: dict[str, Any], told: list[Any]) -> None:
    """What is said about the repair is kept; its values before and after are what was asked for."""
    message = {"role": "assistant", "stopReason": "toolUse", "content": [block]}
    errors = {"call_1": f'Validation failed for tool "t":\n  - path: missing\n\nReceived arguments:\n{VALUE}'}
    peer.send(request(number, "message/repair", {"message": message, "tools": "k", "hostErrors": errors}))
    while (answer := peer.receive()).get("id") != number:
        told.append(answer)
    told.append(answer.get("error"))


def called(name: str, arguments: Any, **more: Any) -> dict[str, Any]:
    return {"type": "toolCall", "id": "call_1", "name": name, "arguments": arguments, **more}


def check(where: str, text: bytes, *, also: tuple[str, ...] = (VALUE,)) -> None:
    for canary in (*KEYS, *also):
        at = text.find(canary.encode())
        assert at < 0, f"{where} holds {canary}: …{text[max(0, at - 200) : at + 60]!r}"


def test_no_key_and_no_value_gets_out(spawn: Any, tmp_path: Path, refusing: int) -> None:
    endpoint = {
        "baseUrl": f"http://{KEYS[1]}:{KEYS[1]}@127.0.0.1:{refusing}/v1?key={KEYS[2]}",
        "apiKey": KEYS[0],
    }
    settings = {"endpoint": endpoint, "grammar": {"enabled": True}, "recovery": {"deadlineS": 5}}
    (tmp_path / "tool-recovery.json").write_text(json.dumps(settings))
    process = spawn(CRASH)
    peer = peer_of(process)
    told: list[Any] = [peer.ask(-1, "initialize", hello(tmp_path))]
    told.append(peer.ask(-2, "tools/set", {"key": "k", "tools": TOOLS}))
    number = 10
    blocks = [called(name, arguments) for name, arguments in CALLS]
    blocks += [called("write", {}, argumentsError=MARK + raw) for raw in RAW]
    blocks += [called("crash", {"path": VALUE}), called("panic", {"path": VALUE})]
    for number, block in enumerate(blocks, 10):
        repair(peer, number, block, told)
    repair(peer, 90, {"type": "text", "text": f'<tool_call>{{"name": "write", {VALUE}'}, told)
    peer.ask(91, "repair/rejected", {"id": "call_1", "error": f"Validation failed: {VALUE} is {LONG!r}"})
    failed = [{"type": "text", "text": f"ENOENT: no such file '{VALUE}'"}]
    for number, (name, arguments) in enumerate(CALLS, 100):
        given = arguments if isinstance(arguments, dict) else {}
        params = {"toolCallId": f"c{number}", "toolName": name, "input": given, "content": failed}
        peer.ask(number, "result/observe", {**params, "isError": True, "executed": True})
    told.append(peer.ask(150, "message/repair", {"message": VALUE, "tools": "k"}))
    told.append(peer.ask(151, "config/set", {"patch": {"endpoint": {"api": "nonsense", "apiKey": 5}}}))
    told.append(peer.ask(152, "config/get"))
    for number, words in enumerate(WORDS, 200):
        told.append(peer.ask(number, "command/run", {"name": "toolrecovery", "args": words}))
    if sys.platform == "linux":
        check("the command line", Path(f"/proc/{process.pid}/cmdline").read_bytes())
    process.stdin.close()
    assert peer.at_end()
    process.wait()
    check("what was said", json.dumps(told).encode())
    check("the log", process.stderr.read())
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "tool-recovery.json"]
    assert any(path.name.startswith("journal") for path in written)
    assert any(path.suffix == ".md" for path in written), "a report was written"
    for path in written:
        check(str(path.relative_to(tmp_path)), path.read_bytes())


@pytest.mark.parametrize("words", ["status", "config", "doctor"])
def test_a_key_of_the_environment_is_shown_nowhere(tmp_path: Path, words: str) -> None:
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PI_CODING_AGENT_DIR": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path),
        "TOOLRECOVERY_BASE_URL": f"http://{KEYS[1]}:{KEYS[1]}@127.0.0.1:9/v1?key={KEYS[2]}",
        "TOOLRECOVERY_API_KEY": KEYS[0],
    }
    done = subprocess.run(
        [sys.executable, "-m", "sidecar", words], env=env, capture_output=True, timeout=60, check=False
    )
    assert done.stdout
    check(words, done.stdout + done.stderr)
