"""A report shows how a call was shaped, replays, and says nothing of what was in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sidecar import commands
from sidecar.cli.main import main
from sidecar.commands.context import CommandContext, StoredState
from sidecar.core.argument_text.sent import as_pi
from sidecar.results import report
from sidecar.results.redact import error_text, masked, shape
from sidecar.session.host import SessionFacts
from sidecar.settings.store import ConfigStore
from tests.places import CORPUS
from tests.sidecar.results.stage import Stage

WRITE: list[dict[str, Any]] = [
    {
        "name": "write",
        "active": True,
        "source": "builtin",
        "parameters": {
            "type": "object",
            "required": ["path", "mode"],
            "properties": {"path": {"type": "string"}, "mode": {"enum": ["fast", "safe"]}},
        },
    }
]
SECRET = {"file_of_mine": "/home/ann/plans.txt", "mode": "Slow", "tries": 12345, "deep": [{"k": "hunter2"}]}
REFUSED = (
    'Validation failed for tool "write":\n  - path: missing\n\n'
    f"Received arguments:\n{json.dumps(SECRET, indent=2)}"
)


@pytest.fixture
def stage() -> Stage:
    stage = Stage(WRITE)
    stage.see("write", SECRET, REFUSED, executed=False)
    return stage


def context(stage: Stage, folder: Path) -> CommandContext:
    versions = {"pi": "1.6.0", "bridge": "0.1.0", "sidecar": "0.1.0"}
    environ = {"XDG_STATE_HOME": str(folder)}
    return CommandContext(
        ConfigStore(folder, {}),
        facts=SessionFacts(versions=versions),
        stored=StoredState(environ),
        results=stage.session,
    )


@pytest.mark.parametrize(
    ("value", "want"),
    [
        ("/home/ann/Plan 7.txt", "/xxxx/xxx/Xxxx 1.xxx"),
        ('["a","b"]', '["x","x"]'),
        ("true", "true"),
        ("fast", "fast"),
        ("3.70", "1.11"),
        ({"a": [12, -3, 0, 2.5, 4.0, None, True]}, {"a": [1, -1, 0, 1.5, 1.0, None, True]}),
        ({"a key of many words": 1}, {"x xxx xx xxxx xxxxx": 1}),
        ("x" * 999, "x" * 200),
    ],
)
def test_the_shape_of_a_value(value: Any, want: Any) -> None:
    assert shape(value, {"fast", "safe"}) == want


def test_names_of_the_schema_stay_in_text_that_was_no_json() -> None:
    assert masked('{path: "a1.txt", oops', {"path"}) == '{path: "x1.xxx", xxxx'


def test_an_error_loses_arguments_secrets_and_folders() -> None:
    text = (
        "no plans.txt for ann@example.com with sk-123abc in /home/ann/work, id 3f2504e04f8911d39a0c0305e82c"
    )
    assert error_text(text, {"path": "plans.txt"}) == "no … for … with … in ~/work, id …"


def test_nothing_of_the_values_is_in_the_report(stage: Stage) -> None:
    [failure] = stage.session.failures
    both = report.markdown(failure, {"pi": "1.6.0"}) + json.dumps(report.case(failure))
    for word in ("ann", "plans", "hunter", "12345", "Slow"):
        assert word not in both
    for word in ("file_of_mine", '"mode"', "path: missing", "pi: 1.6.0", '"enum"'):
        assert word in both


def test_the_streamed_text_keeps_its_form_and_loses_its_values(stage: Stage) -> None:
    sent = r"""{"path": "it\'s \u00e9 plans", "mode": "fast", "n": 2034.50, "n": 1754123456789012345}"""
    stage.see("write", {"path": r"it\'s é plans", "mode": "fast"}, "two readings", executed=False, sent=sent)
    case = report.case(stage.session.failures[-1])
    masked = r"""{"path": "xx\'x \u00e9 xxxxx", "mode": "fast", "x": 1011.10, "x": 1111111111111011111}"""
    assert case["rawArguments"] == {"call_1": masked}
    assert case["message"]["content"][0]["arguments"] == as_pi(masked)
    assert masked in report.markdown(stage.session.failures[-1], {})


@pytest.mark.parametrize("sent", [None, '{"path"', '{"path": "' + "\\\\" + "x" * 50_000 + '"}'])
def test_streamed_text_that_cannot_be_shown_is_left_out(stage: Stage, sent: str | None) -> None:
    stage.see("write", {"path": "a"}, "no", executed=False, sent=sent)
    assert "rawArguments" not in report.case(stage.session.failures[-1])


def test_the_command_writes_both_files_and_says_where(stage: Stage, tmp_path: Path) -> None:
    replies = [commands.run(context(stage, tmp_path), "toolrecovery", "report").text for _ in range(2)]
    folder = tmp_path / "toolrecovery" / "reports"
    assert sorted(path.name for path in folder.iterdir()) == [
        "write-1.jsonl",
        "write-1.md",
        "write-2.jsonl",
        "write-2.md",
    ]
    assert replies[0].splitlines()[0] == str(folder / "write-1.md")
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="the line is for a POSIX shell")
def test_the_line_that_replays_it_runs_in_any_folder(stage: Stage, tmp_path: Path) -> None:
    text = commands.run(context(stage, tmp_path), "toolrecovery", "report").text
    (line,) = (line for line in text.splitlines() if line.startswith("Replay it: "))
    shell = ["sh", "-c", line.removeprefix("Replay it: ")]
    done = subprocess.run(shell, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "left alone" in done.stdout


def test_the_case_can_be_replayed(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    stage.see(
        "write", {}, 'Invalid arguments for tool "write": oops\n\nReceived arguments:\n{path', executed=False
    )
    for number, stem in ((1, "write-1"), (2, "write-2")):
        commands.run(context(stage, tmp_path), "toolrecovery", f"report {number}")
        with (tmp_path / "toolrecovery" / "reports" / f"{stem}.jsonl").open() as file:
            monkeypatch.setattr("sys.stdin", file)
            assert main(["repair", "--jsonl"], {"PI_CODING_AGENT_DIR": str(tmp_path)}) == 0
        out = json.loads(capfdbinary.readouterr().out)
        assert (out["id"], out["declined"][0]["tool"]) == ("report-write", "write")


SESSION = CORPUS / "sessions" / "failures.jsonl"


def session_files(folder: Path) -> Path:
    """An older session with failures, a later one of another folder, the latest without a failure."""
    kept = folder / "sessions" / "--project--"
    kept.mkdir(parents=True)
    written = [
        ("old", SESSION.read_text("utf-8")),
        ("other", SESSION.read_text("utf-8").replace('"/project"', '"/x"')),
    ]
    for at, (name, text) in enumerate([*written, ("new", SESSION.read_text("utf-8").partition("\n")[0])]):
        path = kept / f"{name}.jsonl"
        path.write_text(text, "utf-8")
        os.utime(path, (at, at))
    return kept / "old.jsonl"


def test_a_new_process_reports_from_the_folders_latest_session_with_a_failure(tmp_path: Path) -> None:
    old = session_files(tmp_path)
    asked = replace(context(Stage(WRITE), tmp_path), results=None, facts=SessionFacts("/project"))
    text = commands.run(asked, "toolrecovery", "report").text
    assert text.endswith(f"\nFrom the session file {old}")
    read = Path(text.splitlines()[0])
    assert read.read_text("utf-8").startswith("# ")
    first = commands.run(asked, "toolrecovery", "report 9")
    assert (first.level, first.text) == ("warning", "Give a number from 1, the last failure, to 6.")


def test_the_own_failures_go_before_those_of_a_file(stage: Stage, tmp_path: Path) -> None:
    session_files(tmp_path)
    asked = replace(context(stage, tmp_path), facts=SessionFacts("/project"))
    assert "session file" not in commands.run(asked, "toolrecovery", "report").text


def test_a_session_of_another_folder_is_not_reported(tmp_path: Path) -> None:
    session_files(tmp_path)
    asked = replace(context(Stage(WRITE), tmp_path), results=None, facts=SessionFacts("/elsewhere"))
    assert commands.run(asked, "toolrecovery", "report").text.startswith("No tool call failed")


@pytest.mark.parametrize("args", ["0", "2", "x", "-1", "1 2"])
def test_a_number_that_is_none_is_told(stage: Stage, tmp_path: Path, args: str) -> None:
    assert commands.run(context(stage, tmp_path), "toolrecovery", f"report {args}").level == "warning"


def test_without_a_failure_there_is_nothing_to_report(tmp_path: Path) -> None:
    reply = commands.run(context(Stage(WRITE), tmp_path), "toolrecovery", "report")
    assert reply.text.startswith("No tool call failed")


def test_a_folder_that_cannot_be_written_is_said(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "toolrecovery").write_text("a file")
    reply = commands.run(context(stage, tmp_path), "toolrecovery", "report")
    assert reply.level == "error"
    assert str(tmp_path) in reply.text
