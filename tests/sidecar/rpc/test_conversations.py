"""Every dialogue in tests/conversations, in memory and with the real process.

A line is `send`, `expect` ("*" stands for any value), `end` (the sidecar goes), or `says` (a remark).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.places import TESTS
from tests.sidecar.conftest import peer_of
from tests.sidecar.peer import HANGS_S, Peer

CONVERSATIONS = sorted((TESTS / "conversations").glob("*.jsonl"))


def is_as_expected(want: Any, got: Any) -> bool:
    if want == "*":
        return True
    if isinstance(want, dict) and isinstance(got, dict):
        return want.keys() == got.keys() and all(is_as_expected(want[key], got[key]) for key in want)
    if isinstance(want, list) and isinstance(got, list):
        return len(want) == len(got) and all(map(is_as_expected, want, got))
    return bool(want == got)


def play(conversation: Path, peer: Peer, agent_dir: Path, ended: Callable[[], bool]) -> None:
    text = conversation.read_text("utf-8").replace("$agentDir", json.dumps(str(agent_dir))[1:-1])
    for number, line in enumerate(text.splitlines(), 1):
        turn = json.loads(line)
        if "send" in turn:
            peer.send(turn["send"])
        elif "expect" in turn:
            got = peer.receive()
            assert is_as_expected(turn["expect"], got), f"{conversation.name}:{number}: {got}"
        elif "end" in turn:
            assert ended()


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda path: path.stem)
def test_in_memory(conversation: Path, in_memory: Any, tmp_path: Path) -> None:
    sidecar = in_memory()
    play(conversation, sidecar.peer, tmp_path, sidecar.ended)


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda path: path.stem)
def test_real_process(conversation: Path, spawn: Any, tmp_path: Path) -> None:
    process = spawn()
    play(conversation, peer_of(process), tmp_path, lambda: process.wait(HANGS_S) == 0)
