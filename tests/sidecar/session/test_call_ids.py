from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sidecar.session.call_ids import CallIds
from tests.sidecar.peer import Peer

LEAK = '<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "b"}}\n</tool_call>'
FORM = re.compile(r"[A-Za-z0-9]{9}")


def test_ids_are_nine_letters_and_digits_and_none_comes_twice() -> None:
    ids = CallIds()
    given = [*islice(ids.random(), 5_000), *islice(ids.of("a"), 5_000), *islice(ids.of("b"), 5_000)]
    assert all(FORM.fullmatch(each) for each in given)
    assert len(set(given)) == len(given)


def test_a_seed_gives_the_same_ids_again_but_not_twice_from_one_source() -> None:
    ids = CallIds()
    first = list(islice(ids.of("a"), 3))
    assert first == list(islice(CallIds().of("a"), 3))
    assert not {*first} & {*islice(ids.of("a"), 3)}
    assert first != list(islice(CallIds().of("b"), 3))


def test_two_sessions_draw_different_ids() -> None:
    assert next(CallIds().random()) != next(CallIds().random())


@pytest.fixture
def peer(in_memory: Any, tmp_path: Path) -> Peer:
    (tmp_path / "tool-recovery.json").write_text(json.dumps({"grammar": {"enabled": True}}))
    made = in_memory()
    made.start()
    peer: Peer = made.peer
    return peer


def made_id(peer: Peer, number: int) -> str:
    message = {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": LEAK}]}
    result = peer.ask(number, "message/repair", {"message": message, "tools": "k"})["result"]
    (block,) = result["message"]["content"]
    assert [each["id"] for each in result["repairs"]] == [block["id"]]
    return str(block["id"])


def test_the_same_leak_has_another_id_each_time_it_comes_in_a_session(peer: Peer) -> None:
    ids = [made_id(peer, number) for number in range(1, 101)]
    assert all(FORM.fullmatch(each) for each in ids)
    assert len(set(ids)) == 100
