"""A leaked call that stays text: told, counted and written down, through the wire."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sidecar.paths import journal
from sidecar.session.left_calls import OFF, STRIPPED
from sidecar.state.journal import read
from tests.sidecar.conftest import InMemory
from tests.sidecar.peer import HANGS_S

LEAK = '<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "b"}}\n</tool_call>'
NOW = f"I'll write it now.\n{LEAK}"
OFF_FOR_IT = {"grammar": {"enabled": True, "offModels": ["m-1"]}}
TOLD = "toolrecovery: m-1 wrote a call of write as text. /toolrecovery grammar on m-1 runs such calls."


@pytest.fixture
def sidecar(in_memory: Any) -> InMemory:
    made: InMemory = in_memory()
    made.start()
    return made


def told(sidecar: InMemory, text: str, patch: Any = None, **more: Any) -> list[str]:
    """What the person reads until the answer is there."""
    if patch:
        sidecar.peer.ask(1, "config/set", {"patch": patch})
    message = {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": text}]}
    model = {"provider": "p", "id": "m-1"}
    params = {"message": message, "tools": "k", "model": model, **more}
    sidecar.peer.send({"jsonrpc": "2.0", "id": 2, "method": "message/repair", "params": params})
    said = []
    while (heard := sidecar.peer.receive()).get("id") != 2:
        if heard["method"] == "host/notify":
            said.append(heard["params"]["text"])
    return said


def entries(sidecar: InMemory, folder: Path) -> list[read.Entry]:
    assert sidecar.application.recorder.journal.flush(HANGS_S)
    return read.recent(journal({"XDG_STATE_HOME": str(folder / "state")}), 50)


def say(sidecar: InMemory, args: str) -> Any:
    return sidecar.peer.ask(3, "command/run", {"name": "toolrecovery", "args": args})["result"]["text"]


@pytest.mark.parametrize(
    ("patch", "observed"),
    [
        (None, False),
        ({"mode": "observe"}, True),
        (OFF_FOR_IT, False),
    ],
)
def test_off_is_told_with_the_command_and_written_down(
    sidecar: InMemory, tmp_path: Path, patch: Any, observed: bool
) -> None:
    assert told(sidecar, NOW, patch) == [TOLD]
    (entry,) = entries(sidecar, tmp_path)
    assert (entry.kind, entry.stage, entry.called) == ("left", "grammar", "write")
    assert (entry.reason, entry.observed) == (f"left as text: {OFF}", observed)
    assert entry.before == {"path": "text(1)", "content": "text(1)"}


def test_it_is_told_each_time(sidecar: InMemory) -> None:
    assert [told(sidecar, NOW), told(sidecar, NOW)] == [[TOLD], [TOLD]]
    assert "left as text in this session: 2 leaked calls" in say(sidecar, "status")


def test_several_calls_of_a_message_are_one_line(sidecar: InMemory) -> None:
    other = LEAK.replace('"a"', '"c"')
    assert told(sidecar, f"{NOW}\n{other}") == [TOLD.replace(" text.", " text, and 1 more.")]


def test_strip_is_told(sidecar: InMemory, tmp_path: Path) -> None:
    (line,) = told(sidecar, NOW, {"grammar": {"enabled": True, "mode": "strip"}})
    assert "a call of write as text, which was cut out. /toolrecovery grammar on m-1" in line
    assert entries(sidecar, tmp_path)[0].reason == f"left as text: {STRIPPED}"


def test_a_gate_that_refuses_is_told_and_written_down(sidecar: InMemory, tmp_path: Path) -> None:
    (line,) = told(sidecar, f"Wrong:\n{LEAK}", {"grammar": {"enabled": True}})
    assert line.startswith("toolrecovery: a call of write stayed text: ")
    reason = line.partition("stayed text: ")[2].removesuffix(".")
    (entry,) = entries(sidecar, tmp_path)
    assert entry.reason == f"left as text: {reason}"
    assert f"stayed text  write: left as text: {reason[:20]}" in say(sidecar, "log")


@pytest.mark.parametrize(
    ("text", "patch"),
    [
        ("All done.", None),
        (f"As an example:\n```\n{LEAK}\n```", None),
        (f"As an example:\n```\n{LEAK}\n```", {"grammar": {"enabled": True}}),
        (NOW.replace("write", "launch"), None),
        (f"Wrong:\n{LEAK}", None),
        (NOW, {"grammar": {"enabled": True}}),
        (NOW, {"enabled": False}),
    ],
    ids=[
        "no call",
        "in a fence",
        "in a fence, on",
        "of no tool",
        "would not run",
        "it runs",
        "all is off",
    ],
)
def test_what_is_not_told(sidecar: InMemory, tmp_path: Path, text: str, patch: Any) -> None:
    assert told(sidecar, text, patch) == []
    assert not [entry for entry in entries(sidecar, tmp_path) if entry.kind == "left"]


def test_a_look_ahead_tells_nothing(sidecar: InMemory) -> None:
    assert told(sidecar, NOW, live=True) == []
    assert told(sidecar, NOW) == [TOLD]


def test_why_and_stats_know_it(sidecar: InMemory) -> None:
    told(sidecar, NOW)
    sidecar.application.recorder.journal.flush(HANGS_S)
    assert f"left as text: {OFF}" in say(sidecar, "why")
    assert "1 leaked call left as text" in say(sidecar, "stats")
    assert "nothing to undo" in say(sidecar, "undo 1")
