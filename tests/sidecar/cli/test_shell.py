"""The words of `/toolrecovery` as a program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT


@pytest.fixture
def run(tmp_path: Path) -> Any:
    env = {name: value for name, value in os.environ.items() if not name.startswith("TOOLRECOVERY_")}
    env |= {"PYTHONPATH": str(ROOT), "PI_CODING_AGENT_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    env |= {"PYTHONIOENCODING": "utf-8"}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sidecar", *words]
        return subprocess.run(command, capture_output=True, env=env, cwd=tmp_path, encoding="utf-8")

    return run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["stats", "7"], "Nothing was repaired in the last 7 days.", id="stats"),
        pytest.param(["log"], "Nothing was repaired yet.", id="log"),
        pytest.param(["status"], "toolrecovery is on (mode repair, sidecar ", id="status"),
        pytest.param(["config"], "enabled ", id="config"),
        pytest.param(["doctor"], "nothing to mend", id="doctor"),
        pytest.param(["help"], "  status ", id="help"),
        pytest.param(["rule", "rename-key", "off"], "rename-key is off", id="a rule"),
    ],
)
def test_a_word(run: Any, words: list[str], said: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_an_unknown_word_fails(run: Any) -> None:
    done = run("statsu")
    assert done.returncode == 1
    assert "Did you mean stats or status?" in done.stdout


def test_what_a_word_saves(run: Any, tmp_path: Path) -> None:
    assert run("mode", "observe").returncode == 0
    assert json.loads((tmp_path / "tool-recovery.json").read_text()) == {"mode": "observe"}


def test_a_wrong_value_is_said_beside(run: Any, tmp_path: Path) -> None:
    (tmp_path / "tool-recovery.json").write_text('{"journal": 5}')
    done = run("status")
    assert done.stderr == 'tool-recovery.json: journal is 5; allowed: "shapes", "full", "off"\n'


def test_misuse(run: Any) -> None:
    for words in ([], ["--wat"]):
        done = run(*words)
        assert done.returncode == 2
        assert done.stderr.startswith("usage: ")
