from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sidecar.rpc.host import Host
from sidecar.session.recovery_model import connector
from sidecar.settings.config import Config, Endpoint, ModelChoice
from tests.sidecar.conftest import InMemory
from tests.sidecar.peer import call

PICKED = {"model": {"provider": "p", "id": "m"}}


def test_nobody_is_asked_where_nothing_is_configured() -> None:
    assert connector(Host())(Config()) is None


def test_a_client_lasts_until_another_model_is_chosen() -> None:
    connect = connector(Host())
    config = Config(endpoint=Endpoint("http://h"), model=ModelChoice("p", "m"))
    first = connect(config)
    assert connect(replace(config, verbose=True)) is first
    assert connect(replace(config, endpoint=Endpoint("http://other"))) is not first


@pytest.mark.parametrize(
    ("answer", "want"),
    [
        pytest.param({"path": "a.txt", "content": "hi"}, {"path": "a.txt", "content": "hi"}, id="traceable"),
        pytest.param(
            {"filename": "a.txt", "content": "hi"}, {"path": "a.txt", "content": "hi"}, id="rules help"
        ),
        pytest.param({"path": "b.txt", "content": "hi"}, None, id="invented: refused"),
    ],
)
def test_the_picked_model_is_asked_through_the_host(
    in_memory: Callable[..., InMemory],
    answer: Any,
    want: Any,
) -> None:
    peer = in_memory().start()
    peer.ask(1, "config/set", {"patch": PICKED})
    params = {"message": call({"p1": "a.txt", "p2": "hi"}), "tools": "k", "hostErrors": {"call_1": "wrong"}}
    peer.send({"jsonrpc": "2.0", "id": 2, "method": "message/repair", "params": params})
    while (said := peer.receive()).get("id") != 2:
        if said["method"] == "host/complete":
            assert said["params"]["model"] == PICKED["model"]
            text = json.dumps({"toolName": "write", "args": answer})
            peer.send({"jsonrpc": "2.0", "id": said["id"], "result": {"text": text}})
    message = said["result"]["message"]
    assert (message and message["content"][0]["arguments"]) == want
    assert len(said["result"]["declined"]) == (0 if want else 1)
