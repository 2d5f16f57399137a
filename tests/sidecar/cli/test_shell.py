"""The words of `/toolrecovery` as a program."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sidecar import __version__
from sidecar.cli.parser import WORDS
from tests.places import ROOT


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("TOOLRECOVERY_")}
    env |= {"PYTHONPATH": str(ROOT), "PI_CODING_AGENT_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    return env | {"PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def run(tmp_path: Path, env: dict[str, str]) -> Any:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sidecar", *words]
        return subprocess.run(command, capture_output=True, env=env, cwd=tmp_path, encoding="utf-8")

    return run


@pytest.fixture
def start(tmp_path: Path, env: dict[str, str]) -> Any:
    def start(*words: str, stdout: int) -> subprocess.Popen[bytes]:
        command, pipe = [sys.executable, "-m", "sidecar", *words], subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=stdout, stderr=pipe, env=env, cwd=tmp_path)

    return start


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


def test_without_a_word_help_is_said(run: Any) -> None:
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: python -m sidecar ")


@pytest.mark.parametrize(
    "words",
    [["--wat"], ["serve", "--wat"], ["repair", "--wat"], ["audit", "--wat"], ["purge", "--wat"], ["replay"]],
    ids=" ".join,
)
def test_misuse_is_said_in_one_line(run: Any, words: list[str]) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"python -m sidecar.*: .*(--wat|FILE)\n", done.stderr)


@pytest.mark.parametrize("words", [["--help"], *([word, "--help"] for word in WORDS)], ids=" ".join)
def test_help_of_each_word(run: Any, words: list[str]) -> None:
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: {' '.join(['python -m sidecar', *words[:-1]])} [-h]")


def test_the_version(run: Any) -> None:
    assert run("--version").stdout == f"{__version__}\n"


MESSAGE = {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": "x"}]}


@pytest.mark.parametrize(
    "words",
    [
        ["repair", "--tools", "tools.json"],
        ["repair", "--tools", "tools.json", "--jsonl"],
        ["replay", "message.json"],
        ["audit", "."],
        ["audit", ".", "--json"],
        ["stats"],
        ["purge"],
        ["nonsense"],
        ["repair", "--help"],
        ["--help"],
        ["--version"],
    ],
    ids=" ".join,
)
def test_a_reader_that_has_enough_ends_it_quietly(start: Any, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "tools.json").write_text("[]")
    (tmp_path / "message.json").write_text(json.dumps(MESSAGE))
    given = json.dumps({"message": MESSAGE} if "--jsonl" in words else MESSAGE)
    read, write = os.pipe()
    os.close(read)
    process = start(*words, stdout=write)
    os.close(write)
    _, said = process.communicate(given.encode())
    assert (process.returncode, said) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for one process")
def test_ctrl_c_ends_it_quietly(start: Any, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text("[]")
    process = start("repair", "--tools", "tools.json", "--jsonl", stdout=subprocess.PIPE)
    process.stdin.write(json.dumps({"message": MESSAGE}).encode() + b"\n")
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    assert process.stderr.read() == b""
    process.communicate()
