from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from sidecar.state import debug_log
from sidecar.state.debug_log import append, lines
from tests.sidecar.state.journal.stage import message, seen


def test_a_declined_call_and_its_reason() -> None:
    one = seen(message({"content": "b"}))
    assert list(lines(one.message, one.outcome)) == [
        "tool=write outcome=declined hints=1",
        '  input: {"content": "b"}',
        "  hint[0]: required path is in no argument",
    ]


def test_a_blocked_call() -> None:
    one = seen(message({"path": "a", "content": None}), host_errors={"c1": None})
    first, second, third = lines(one.message, one.outcome)
    assert (first, second) == (
        "tool=write outcome=blocked hints=1",
        '  input: {"path": "a", "content": null}',
    )
    assert third.startswith("  hint[0]: content is null")


def test_text_that_was_no_json_is_shown_as_it_came() -> None:
    text = "{'path': 'a', 'content': 'b',}"
    one = seen(message({}, argumentsError=f"Bad\n\nReceived arguments:\n{text}"))
    assert text in list(lines(one.message, one.outcome))[1]


def test_a_long_value_is_cut_and_a_name_stays_on_one_line() -> None:
    one = seen(message({"content": "b" * 5000}, name="write"))
    assert list(lines(one.message, one.outcome))[1].endswith("… (5015 characters)")
    one = seen(message({}, name="a\nb\x1b[2J"), host_errors={"c1": "Tool not found"})
    assert next(iter(lines(one.message, one.outcome))) == "tool=a\\nb\\x1b[2J outcome=declined hints=1"


def test_the_log_grows_and_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "state" / "debug.log"
    append(path, ["one"])
    append(path, ["two", "\ud800"])
    assert path.read_text("utf-8") == "[toolrecovery] one\n[toolrecovery] two\n[toolrecovery] ?\n"
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_full_log_gives_way_to_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debug_log, "LARGEST", 20)
    path = tmp_path / "debug.log"
    for word in ("one", "two", "three"):
        append(path, [word])
    assert path.read_text("utf-8") == "[toolrecovery] three\n"
    assert path.with_suffix(".log.1").read_text("utf-8") == "[toolrecovery] one\n[toolrecovery] two\n"
