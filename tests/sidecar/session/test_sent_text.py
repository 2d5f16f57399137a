"""The streamed text of a call, over the wire: it repairs, it blocks, and a report keeps its form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.sidecar.conftest import InMemory
from tests.sidecar.peer import Peer

TWICE = '{"path": "a.txt", "content": "two", "content": ""}'
UNCLEAR = '{"path": "a.txt", "content": "two", "content": "three"}'


def ask(peer: Peer, number: int, method: str, params: Any) -> Any:
    peer.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    while (said := peer.receive()).get("id") != number:
        pass
    return said["result"]


def repair(peer: Peer, number: int, content: str, sent: str, **more: Any) -> Any:
    block = {"type": "toolCall", "id": "1", "name": "write"}
    block |= {"arguments": {"path": "a.txt", "content": content}}
    message = {"role": "assistant", "stopReason": "toolUse", "content": [block]}
    params = {"message": message, "tools": "k", "hostErrors": {"1": None}, "rawArguments": {"1": sent}}
    return ask(peer, number, "message/repair", {**params, **more})


def test_a_clear_text_repairs(in_memory: Callable[..., InMemory]) -> None:
    peer = in_memory().start()
    result = repair(peer, 20, "", TWICE)
    assert result["message"]["content"][0]["arguments"] == {"path": "a.txt", "content": "two"}
    assert result["repairs"][0]["stage"] == "raw"
    only_rules = repair(peer, 21, "", TWICE, stages=["rules"])
    assert only_rules["message"] is None


def test_an_unclear_text_blocks_and_is_in_the_report(in_memory: Callable[..., InMemory]) -> None:
    peer = in_memory().start()
    result = repair(peer, 20, "three", UNCLEAR)
    (guard,) = result["guards"]
    observed = {"toolCallId": "1", "toolName": "write", "input": {"path": "a.txt", "content": "three"}}
    content = [{"type": "text", "text": guard["reason"]}]
    ask(peer, 21, "result/observe", {**observed, "content": content, "isError": True, "executed": False})
    said = ask(peer, 22, "command/run", {"name": "toolrecovery", "args": "report"})["text"]
    path = Path(re.findall(r"\S+\.jsonl", said)[0])
    case = json.loads(path.read_text("utf-8"))
    assert case["rawArguments"] == {"call_1": '{"path": "x.xxx", "content": "xxx", "content": "xxxxx"}'}
