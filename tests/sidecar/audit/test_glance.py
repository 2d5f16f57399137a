"""The line at the first start: what it counts, when it stops, and that it is said once on a machine."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from sidecar.audit.glance import Glance, glance, line
from sidecar.cli.glance import newest
from sidecar.cli.main import main
from sidecar.session.glance import first_glance
from sidecar.settings.config import Config
from sidecar.state.glance import claim
from tests.places import CORPUS
from tests.sidecar.peer import hello, request

FAILURES = CORPUS / "sessions" / "failures.jsonl"
DAY_S = 86_400


def never() -> bool:
    return False


def plant(agent: Path, name: str = "failures", age_days: float = 1) -> Path:
    path = agent / "sessions" / "--project--" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FAILURES, path)
    at = time.time() - age_days * DAY_S
    os.utime(path, (at, at))
    return path


def test_it_counts_the_calls_that_pi_refused_and_those_that_would_run() -> None:
    seen = glance([FAILURES], Config(), never)
    assert (seen.sessions, seen.whole) == (1, True)
    assert 0 < seen.repaired <= seen.failed


def test_what_is_switched_off_would_not_have_run() -> None:
    off = Config(rules={"rename-key": False})
    assert glance([FAILURES], off, never).repaired < glance([FAILURES], Config(), never).repaired


def test_it_stops_in_the_middle_of_a_session_and_says_of_how_many_it_speaks() -> None:
    lines = len(FAILURES.read_bytes().splitlines())
    asked = iter(range(10_000))
    seen = glance([FAILURES, FAILURES], Config(), lambda: next(asked) > lines + 2)
    assert (seen.sessions, seen.whole) == (1, False)
    assert "in your newest 1 session, " in line(seen, 30)


def test_a_file_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    assert glance([tmp_path / "gone.jsonl", FAILURES], Config(), never).sessions == 1


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (
            Glance(9, 17, 6),
            "17 failed calls in your last 30 days, 6 would have run: /toolrecovery audit",
        ),
        (Glance(1, 1, 0), "1 failed call in your last 30 days, 0 would have run: /toolrecovery audit"),
        (Glance(9, 0, 0), ""),
    ],
    ids=["many", "one", "none"],
)
def test_the_line(seen: Glance, said: str) -> None:
    assert line(seen, 30) == said


def test_only_the_sessions_of_the_last_days_count_the_newest_first(tmp_path: Path) -> None:
    paths = [plant(tmp_path, name, age) for name, age in (("older", 9), ("new", 1), ("old", 31))]
    assert newest(tmp_path, time.time() - 30 * DAY_S) == [paths[1], paths[0]]


def test_on_the_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr(os, "nice", lambda by: by)  # it would hold for the tests that follow
    monkeypatch.setattr("sidecar.cli.glance.LIMIT_S", float("inf"))  # the tests before took longer
    environ = {"PI_CODING_AGENT_DIR": str(tmp_path)}
    assert main(["glance"], environ) == 0
    assert capsys.readouterr().out == ""
    plant(tmp_path)
    assert main(["glance"], environ) == 0
    assert "/toolrecovery audit" in capsys.readouterr().out


def test_one_caller_on_a_machine_counts(tmp_path: Path) -> None:
    environ = {"XDG_STATE_HOME": str(tmp_path / "state")}
    plant(tmp_path)
    assert [claim(environ, tmp_path / "sessions") for _ in range(3)] == [True, False, False]
    mark = tmp_path / "state" / "toolrecovery" / "glanced"
    assert mark.stat().st_mode & 0o777 == 0o600


def test_a_machine_without_sessions_has_none_later_either(tmp_path: Path) -> None:
    environ = {"XDG_STATE_HOME": str(tmp_path / "state")}
    assert not claim(environ, tmp_path / "sessions")
    plant(tmp_path)
    assert not claim(environ, tmp_path / "sessions")


def test_where_no_mark_can_be_left_nothing_is_counted(tmp_path: Path) -> None:
    plant(tmp_path)
    (tmp_path / "state").write_text("a file")
    assert not claim({"XDG_STATE_HOME": str(tmp_path / "state")}, tmp_path / "sessions")


def test_it_is_counted_by_a_process_of_its_own(tmp_path: Path) -> None:
    plant(tmp_path)
    environ = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    said = first_glance(environ, tmp_path)
    assert said.endswith("would have run: /toolrecovery audit")
    assert first_glance(environ, tmp_path) == ""


@pytest.mark.parametrize(
    ("more", "settings", "told"),
    [({"hasUI": True}, "{}", True), ({}, "{}", False), ({"hasUI": True}, '{"glance": false}', False)],
    ids=["a person sees it", "nobody is there", "switched off"],
)
def test_a_session_says_it_to_a_person(
    in_memory: Any, tmp_path: Path, monkeypatch: Any, more: Any, settings: str, told: bool
) -> None:
    monkeypatch.setattr("sidecar.session.glance.first_glance", lambda environ, agent: "17 failed calls")
    sidecar = in_memory()
    agent = tmp_path / "agent"
    agent.mkdir()
    (agent / "tool-recovery.json").write_text(settings)
    sidecar.peer.send(request(1, "initialize", {**hello(agent), **more}))
    sidecar.peer.answer(1)
    sidecar.application.glance()
    sidecar.peer.send(request(2, "config/get", {}))
    heard = sidecar.peer.receive()
    assert (heard.get("method") == "host/notify") is told
