"""What a session writes down while it works: through the wire, in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sidecar.paths import debug_log, journal
from sidecar.state.journal import read
from tests.sidecar.conftest import InMemory
from tests.sidecar.peer import Peer, call

REPAIRED = {"filename": "a", "content": "b"}
HANGS_S = 30
REFUSED = 'Validation failed for tool "write":\n  - '


@pytest.fixture
def sidecar(in_memory: Any) -> InMemory:
    made: InMemory = in_memory()
    made.start()
    return made


def repair(peer: Peer, arguments: Any, number: int = 1, **more: Any) -> Any:
    params = {"message": call(arguments), "tools": "k", "model": {"provider": "p", "id": "m-1"}, **more}
    return peer.ask(number, "message/repair", params)["result"]


def entries(sidecar: InMemory, folder: Path) -> list[read.Entry]:
    assert sidecar.application.recorder.journal.flush(HANGS_S)
    return read.recent(journal({"XDG_STATE_HOME": str(folder / "state")}), 50)


def test_a_repair_is_written_down(sidecar: InMemory, tmp_path: Path) -> None:
    repair(
        sidecar.peer,
        REPAIRED,
        hostErrors={"call_1": 'Validation failed for tool "write":\n  - path: missing'},
    )
    (entry,) = entries(sidecar, tmp_path)
    assert (entry.kind, entry.model, entry.pi, entry.observed) == ("repair", "m-1", "invalid", False)
    assert entry.before == {"filename": "text(1)", "content": "text(1)"}
    text = sidecar.peer.ask(2, "command/run", {"name": "toolrecovery", "args": "status"})["result"]["text"]
    assert "saved in this session: 1 turn" in text
    assert "leaked grammar: off for m-1" in text
    assert "sidecar memory: " in text


def test_a_valid_call_and_a_look_ahead_leave_no_trace(sidecar: InMemory, tmp_path: Path) -> None:
    repair(sidecar.peer, {"path": "a", "content": "b"})
    repair(sidecar.peer, REPAIRED, 2, live=True)
    assert entries(sidecar, tmp_path) == []


def test_what_pi_still_rejects_is_taken_back(sidecar: InMemory, tmp_path: Path) -> None:
    repair(sidecar.peer, REPAIRED)
    sidecar.peer.ask(
        2, "repair/rejected", {"id": "call_1", "error": 'Validation failed for tool "write":\n  - x: no'}
    )
    (entry,) = entries(sidecar, tmp_path)
    assert entry.taken_back
    assert entry.complaints == ("x: no",)


def test_mode_observe_is_written_down_as_such(sidecar: InMemory, tmp_path: Path) -> None:
    sidecar.peer.ask(1, "config/set", {"patch": {"mode": "observe"}})
    assert repair(sidecar.peer, REPAIRED, 2)["message"] is None
    (entry,) = entries(sidecar, tmp_path)
    assert entry.observed


@pytest.mark.parametrize(("journal", "kept"), [("off", None), ("full", "a")])
def test_as_much_as_was_asked_for(sidecar: InMemory, tmp_path: Path, journal: str, kept: str | None) -> None:
    sidecar.peer.ask(1, "config/set", {"patch": {"journal": journal}})
    repair(sidecar.peer, REPAIRED, 2)
    assert [entry.before["filename"] for entry in entries(sidecar, tmp_path)] == ([kept] if kept else [])


def test_what_asking_cost_is_written_down(in_memory: Any, tmp_path: Path) -> None:
    sidecar: InMemory = in_memory()
    peer = sidecar.start()
    peer.ask(1, "config/set", {"patch": {"model": {"provider": "p", "id": "helper"}}})
    params = {"message": call({"p1": "a", "p2": "b"}), "tools": "k", "hostErrors": {"call_1": "wrong"}}
    peer.send({"jsonrpc": "2.0", "id": 2, "method": "message/repair", "params": params})
    while (said := peer.receive()).get("id") != 2:
        if said["method"] == "host/complete":
            text = '{"toolName": "write", "args": {"path": "a", "content": "b"}}'
            result = {"text": text, "usage": {"input": 70, "output": 7, "cost": 0.25}}
            peer.send({"jsonrpc": "2.0", "id": said["id"], "result": result})
    (entry,) = entries(sidecar, tmp_path)
    assert (entry.stage, entry.asked, entry.calls, entry.tokens, entry.cost) == (
        "recovery",
        "p/helper",
        1,
        77,
        0.25,
    )
    sums = read.sums(journal({"XDG_STATE_HOME": str(tmp_path / "state")}), 0)
    assert (sums.calls, sums.tokens_in, sums.tokens_out, sums.cost) == (1, 70, 7, 0.25)


def test_an_empty_turn_is_counted(sidecar: InMemory, tmp_path: Path) -> None:
    message = {"role": "assistant", "stopReason": "toolUse", "content": []}
    assert "phantom" in sidecar.peer.ask(1, "message/repair", {"message": message, "tools": "k"})["result"]
    assert entries(sidecar, tmp_path) == []
    assert read.sums(journal({"XDG_STATE_HOME": str(tmp_path / "state")}), 0).phantoms == 1


def test_what_waits_is_written_when_the_process_ends(spawn: Any, tmp_path: Path) -> None:
    from tests.sidecar.rpc.test_process import play_to_the_end

    play_to_the_end(spawn(), tmp_path)
    assert len(read.recent(journal({"XDG_STATE_HOME": str(tmp_path / "state")}), 9)) == 1


def test_sqlite_is_not_imported_before_there_is_something_to_write(spawn: Any, tmp_path: Path) -> None:
    from tests.sidecar.peer import hello, request
    from tests.sidecar.rpc.test_process import peer_of

    code = "import atexit, os\nreal = os._exit\n"
    code += "os._exit = lambda status: real(7 if 'sqlite3' in sys.modules else status)"
    process = spawn(code)
    peer = peer_of(process)
    peer.send(request(1, "initialize", hello(tmp_path)))
    assert peer.answer(1)["result"]["enabled"]
    process.stdin.close()
    assert peer.at_end()
    assert process.wait(HANGS_S) == 0


def test_debug_logs_each_call_with_its_values(spawn: Any, tmp_path: Path) -> None:
    from tests.sidecar.rpc.test_process import check_answers, dialogue, peer_of

    (tmp_path / "tool-recovery.json").write_text('{"debug": true}')
    process = spawn()
    peer = peer_of(process)
    peer.send_bytes(dialogue(tmp_path))
    check_answers(peer)
    process.stdin.close()
    assert peer.at_end()
    first, given, run, hint = process.stderr.read().decode("utf-8").splitlines()
    assert [first, given, run] == [
        "WARNING [toolrecovery] tool=write outcome=repaired stage=rules rules=rename-key hints=1",
        'WARNING [toolrecovery]   input: {"filename": "a", "content": "b"}',
        'WARNING [toolrecovery]   repaired: {"path": "a", "content": "b"}',
    ]
    assert hint.startswith("WARNING [toolrecovery]   hint[0]: write: filename ")
    log = debug_log({"XDG_STATE_HOME": str(tmp_path / "state")})
    assert log.read_text("utf-8").splitlines()[:2] == [
        "[toolrecovery] tool=write outcome=repaired stage=rules rules=rename-key hints=1",
        '[toolrecovery]   input: {"filename": "a", "content": "b"}',
    ]


def test_without_debug_there_is_no_log(spawn: Any, tmp_path: Path) -> None:
    from tests.sidecar.rpc.test_process import play_to_the_end

    play_to_the_end(spawn(), tmp_path)
    assert not list(tmp_path.rglob("debug.log"))


def test_a_note_stands_under_the_result_the_first_times(sidecar: InMemory) -> None:
    peer = sidecar.peer
    peer.ask(1, "config/set", {"patch": {"notes": "first"}})
    result = {"toolName": "write", "input": {}, "content": [], "isError": False, "executed": True}
    said = []
    for number in range(3):
        message = call(REPAIRED)
        message["content"][0]["id"] = f"c{number}"
        peer.ask(2, "message/repair", {"message": message, "tools": "k"})
        seen = {**result, "toolCallId": f"c{number}", "content": [{"type": "text", "text": "Wrote 1 byte."}]}
        said.append(peer.ask(3, "result/observe", seen)["result"].get("append"))
    assert said == ["note: filename was read as path", "note: filename was read as path", None]


def test_without_asking_there_is_no_note(sidecar: InMemory) -> None:
    repair(sidecar.peer, REPAIRED)
    seen = {"toolName": "write", "input": {}, "content": [], "isError": False, "executed": True}
    assert sidecar.peer.ask(2, "result/observe", {**seen, "toolCallId": "call_1"})["result"] == {}


def turns(sidecar: InMemory, folder: Path) -> list[read.Turns]:
    sidecar.application.recorder.write_turns()
    assert sidecar.application.recorder.journal.flush(HANGS_S)
    return read.turns(journal({"XDG_STATE_HOME": str(folder / "state")}), 0)


def test_turns_and_mistakes_are_counted_by_model(sidecar: InMemory, tmp_path: Path) -> None:
    for number in range(3):
        repair(sidecar.peer, {"path": "a", "content": "b"}, number + 1)
    repair(sidecar.peer, REPAIRED, 4)
    repair(sidecar.peer, REPAIRED, 5, live=True)
    assert turns(sidecar, tmp_path) == [read.Turns("m-1", 4, 1, 0, 0)]
    said = sidecar.peer.ask(6, "command/run", {"name": "toolrecovery", "args": "stats"})["result"]["text"]
    assert "  m-1  1 of 4 turns (25.0 in 100)" in said


def test_turns_with_marked_tools_are_counted_apart(sidecar: InMemory, tmp_path: Path) -> None:
    repair(sidecar.peer, REPAIRED)
    sidecar.peer.ask(2, "config/set", {"patch": {"strict": {"models": ["m-1"]}}})
    sidecar.peer.ask(3, "request/sanitize", {"model": "m-1", "tools": []})
    repair(sidecar.peer, {"path": "a", "content": "b"}, 4)
    assert turns(sidecar, tmp_path) == [read.Turns("m-1", 1, 1, 1, 0)]
    said = sidecar.peer.ask(5, "command/run", {"name": "toolrecovery", "args": "stats"})["result"]["text"]
    assert "  m-1  1 of 1 turn (100.0 in 100); marked strict: 0 of 1 turn (0.0 in 100)" in said


@pytest.mark.parametrize("patch", [{"journal": "off"}, {"mode": "observe"}])
def test_turns_are_not_counted_where_nothing_is_kept_or_done(
    sidecar: InMemory, tmp_path: Path, patch: Any
) -> None:
    sidecar.peer.ask(9, "config/set", {"patch": patch})
    repair(sidecar.peer, {"path": "a", "content": "b"})
    assert turns(sidecar, tmp_path) == []
