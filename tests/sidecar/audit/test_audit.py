"""Audit of sessions that a real pi wrote, and of what a broken disk or a killed pi leaves."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from sidecar.audit import text as text_page
from sidecar.audit.findings import Findings
from sidecar.audit.progress import Progress
from sidecar.cli.audit import look
from sidecar.cli.main import main
from sidecar.session.past import lines
from sidecar.session.past.builtin import builtin_tools
from sidecar.settings.config import Config
from tests.places import CORPUS

SESSIONS = CORPUS / "sessions"
FAILURES = SESSIONS / "failures.jsonl"
USAGE = {"input": 100, "output": 20, "cacheRead": 3, "cacheWrite": 1, "cost": {"total": 0.5}}
REFUSED = 'Validation failed for tool "write":\n  - path: missing\n\nReceived arguments:\n{}'
LEAK = '<tool_call>\n{"name": "write", "arguments": {"path": "a.txt", "content": "some words"}}\n</tool_call>'


def entry(message: Any, **fields: Any) -> str:
    return json.dumps({"type": "message", "timestamp": "2026-01-02T03:04:05Z", "message": message, **fields})


def turn(*blocks: Any, stop: str = "toolUse", **fields: Any) -> str:
    message = {"role": "assistant", "content": list(blocks), "model": "m", "usage": USAGE, "stopReason": stop}
    return entry({**message, **fields})


def call(arguments: Any, name: str = "write", call_id: str = "c") -> Any:
    return {"type": "toolCall", "id": call_id, "name": name, "arguments": arguments}


def result(text: str, call_id: str = "c", is_error: bool = True) -> str:
    content = [{"type": "text", "text": text}]
    return entry({"role": "toolResult", "toolCallId": call_id, "content": content, "isError": is_error})


def text(said: str) -> Any:
    return {"type": "text", "text": said}


def found_in(folder: Path, *written: str, config: Config | None = None) -> Findings:
    path = folder / "s.jsonl"
    path.write_text("\n".join(written) + "\n", "utf-8")
    return look([path], config or Config())


def shares(table: Any) -> dict[str, tuple[int, int]]:
    return {name: (share.failed, share.repaired) for name, share in table.items()}


def test_what_a_real_pi_wrote() -> None:
    found = look([FAILURES, SESSIONS / "empty-turn.jsonl"], Config())
    assert (found.files, found.counts.turns, found.counts.calls.total(), found.counts.broken) == (2, 9, 8, 0)
    assert shares(found.kinds) == {
        "invalid": (3, 1),
        "unknown tool": (1, 1),
        "malformed": (1, 1),
        "cut off": (1, 0),
        "written as text": (1, 1),
        "empty turn": (1, 1),
    }
    assert shares(found.tools) == {"write": (5, 3), "bash": (1, 1), "edit": (1, 0), "no tool": (1, 1)}
    assert dict(found.rules) == {
        "rename-key": 2,
        "tool-name": 1,
        "argument-text": 1,
        "hermes": 1,
        "ask-again": 1,
    }
    assert (found.lost.turns, found.lost.tokens) == (8, 960)
    assert (found.saved.turns, found.saved.tokens) == (5, 600)


def test_the_tools_a_session_declares_are_what_its_calls_are_judged_by(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"where": {"type": "string"}}, "required": ["where"]}
    tools = {"role": "system", "toolsAdded": [{"name": "write", "parameters": schema}]}
    refused = turn(call({"Where": "a"})), result(REFUSED)
    assert found_in(tmp_path, *refused).total.repaired == 0
    assert found_in(tmp_path, entry(tools), *refused).total.repaired == 1
    gone = entry({"role": "system", "toolsRemoved": [{"name": "write"}]})
    assert found_in(tmp_path, entry(tools), gone, *refused).total.repaired == 0


def test_a_compaction_begins_the_tools_anew(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"where": {"type": "string"}}, "required": ["where"]}
    tools = {"role": "system", "toolsAdded": [{"name": "write", "parameters": schema}]}
    compaction = json.dumps({"type": "compaction", "summary": "s", "systemMessage": tools})
    found = found_in(tmp_path, compaction, turn(call({"Where": "a"})), result(REFUSED))
    assert found.total.repaired == 1


def test_a_failure_of_the_tool_itself_is_none(tmp_path: Path) -> None:
    failed = result("ENOENT: no such file"), result("Command exited with code 1", "d")
    assert found_in(tmp_path, turn(call({"path": "a"}, "read")), *failed).total.failed == 0


def test_only_the_failed_call_of_a_turn_counts_and_a_turn_is_saved_whole(tmp_path: Path) -> None:
    calls = (
        call({"filename": "a", "content": "b"}),
        call({"content": "b"}, call_id="d"),
        call({"path": "ok", "content": "b"}, call_id="e"),
    )
    found = found_in(tmp_path, turn(*calls), result("ok", "e", False), result(REFUSED), result(REFUSED, "d"))
    assert (found.total.failed, found.total.repaired) == (2, 1)
    assert (found.lost.turns, found.lost.tokens, found.lost.cost) == (1, 124, 0.5)
    assert found.saved.turns == 0
    assert dict(found.reasons) == {"required path is in no argument": 1}


def test_a_result_of_an_earlier_turn_is_not_held_against_a_later_one(tmp_path: Path) -> None:
    found = found_in(tmp_path, turn(call({"filename": "a", "content": "b"})), result(REFUSED, "old"))
    assert found.total.failed == 0


def test_a_call_written_as_text(tmp_path: Path) -> None:
    assert shares(found_in(tmp_path, turn(text(LEAK), stop="stop")).kinds) == {"written as text": (1, 1)}
    assert found_in(tmp_path, turn(text(LEAK), stop="length")).total.failed == 0
    assert found_in(tmp_path, turn(text(f"```\n{LEAK}\n```"), stop="stop")).total.failed == 0


@pytest.mark.parametrize("by", ["user", "toolResult"])
def test_a_quotation_of_what_the_model_was_shown_is_none(tmp_path: Path, by: str) -> None:
    shown = entry({"role": by, "toolCallId": "x", "content": [text(f"a file:\n{LEAK}")], "isError": False})
    found = found_in(tmp_path, shown, turn(text(LEAK), stop="stop"), turn(text(LEAK), stop="stop"))
    assert found.total.failed == 0
    later = found_in(tmp_path, turn(text(LEAK), stop="stop"), shown)
    assert later.total.failed == 1


def test_a_prompt_may_be_plain_text(tmp_path: Path) -> None:
    shown = entry({"role": "user", "content": LEAK})
    assert found_in(tmp_path, shown, turn(text(LEAK), stop="stop")).total.failed == 0


def test_an_empty_turn_is_asked_again_unless_that_is_off(tmp_path: Path) -> None:
    empty = turn(text("I will."))
    assert shares(found_in(tmp_path, empty).kinds) == {"empty turn": (1, 1)}
    off = found_in(tmp_path, empty, config=Config(phantom="off"))
    assert (shares(off.kinds), dict(off.reasons)) == ({"empty turn": (1, 0)}, {"phantom is off": 1})


def test_rules_that_are_off_repair_nothing(tmp_path: Path) -> None:
    refused = turn(call({"filename": "a", "content": "b"})), result(REFUSED)
    assert found_in(tmp_path, *refused, config=Config(rules={"rename-key": False})).total.repaired == 0


def test_reasons_hold_no_values(tmp_path: Path) -> None:
    found = found_in(
        tmp_path, turn(call({"secret": "x"}, "my secret tool")), result("Tool my secret tool not found")
    )
    assert list(found.reasons) == ["no active tool is called …"]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param('{"type":"message","message":{"role":"assistant","content":[{"ty', id="torn"),
        pytest.param("[1]", id="a list"),
        pytest.param('{"type":"message","message":{"role":"assistant", oops}}', id="no JSON"),
        pytest.param("{" + '"a":{' * 100_000 + "}", id="nested deep"),
        pytest.param("\x00\x00", id="zeros"),
    ],
)
def test_broken_lines_are_counted_and_passed_over(tmp_path: Path, line: str) -> None:
    found = found_in(tmp_path, line, turn(call({"filename": "a", "content": "b"})), line, result(REFUSED))
    assert (found.counts.broken, found.total.repaired, found.counts.lines) == (2, 1, 4)


@pytest.mark.parametrize(
    "message",
    [
        pytest.param({"role": "assistant", "content": "text"}, id="content that is text"),
        pytest.param({"role": "assistant", "content": [5]}, id="a block that is none"),
        pytest.param({"role": "assistant"}, id="no content"),
        pytest.param(
            {"role": "assistant", "content": [{"type": "toolCall"}], "stopReason": "toolUse"}, id="no call"
        ),
        pytest.param({"role": "toolResult", "isError": True, "content": [None, {"text": 5}]}, id="a result"),
        pytest.param(
            {"role": "system", "toolsAdded": [{"name": 5, "parameters": {}}, 7], "toolsRemoved": {}},
            id="tools",
        ),
        pytest.param(None, id="no message"),
    ],
)
def test_odd_entries_are_passed_over(tmp_path: Path, message: Any) -> None:
    found = found_in(tmp_path, entry(message), turn(call({"filename": "a", "content": "b"})), result(REFUSED))
    assert (found.counts.broken, found.total.repaired) == (0, 1)


def test_a_line_too_long_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST", 2000)
    long = turn(text("x" * 9000), stop="stop")
    found = found_in(tmp_path, long, turn(call({"filename": "a", "content": "b"})), result(REFUSED), long)
    assert (found.counts.broken, found.total.repaired, found.counts.lines) == (2, 1, 4)


def test_spaces_in_the_json_and_crlf(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    refused = turn(call({"filename": "a", "content": "b"})), result(REFUSED)
    spaced = [json.dumps(json.loads(line), separators=(" , ", " : ")) for line in refused]
    path.write_bytes("\r\n".join(spaced).encode())
    assert look([path], Config()).total.repaired == 1


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    gone = tmp_path / "gone.jsonl"
    gone.write_text("")
    size = gone.stat()
    good = FAILURES

    class Gone(type(gone)):  # type: ignore[misc]
        def stat(self, **how: Any) -> Any:
            return size

    gone.unlink()
    found = look([Gone(gone), good], Config())
    assert found.unread == [f"{gone}: No such file or directory"]
    assert found.total.failed == 7


def run(capsys: Any, *options: str, folder: Path = SESSIONS) -> tuple[int, str, str]:
    status = main(["audit", *options], {"PI_CODING_AGENT_DIR": str(folder)})
    said = capsys.readouterr()
    return status, said.out, said.err


def test_as_text(capsys: Any) -> None:
    status, out, err = run(capsys, str(SESSIONS))
    assert (status, err) == (0, "")
    assert out.splitlines()[:4] == [
        "2 sessions, 0.0 MB, 8 tool calls in 9 turns",
        "8 failures; 5 would have been repaired (62%)",
        "lost: 8 turns, 960 tokens; of these would have been saved: 5 turns, 600 tokens",
        "what failed",
    ]
    assert "  write         5 failed       3 repaired   60%" in out.splitlines()


def test_as_json(capsys: Any) -> None:
    status, out, _ = run(capsys, str(FAILURES), "--json")
    made = json.loads(out)
    assert status == 0
    assert made["models"] == {"main-1": {"calls": 8, "failed": 7, "repaired": 4}}
    assert made["lost"] == {"turns": 7, "tokens": 840, "cost": 0.0}
    assert made["days"].keys() == {"2026-11-30"}


def test_as_one_page_that_needs_nothing_else(capsys: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    status, _, _ = run(capsys, str(SESSIONS), "--html", str(page))
    html = page.read_text("utf-8")
    assert status == 0
    assert "<b>8</b><span>failed</span>" in html
    assert not re.search(r"<script|<link|<img|https?://|@import|url\(", html)
    for drawn in re.findall(r"<svg.*?</svg>", html, re.S):
        ET.fromstring(re.sub(r"=([\w.-]+)", r'="\1"', drawn.replace("'", '"')))  # noqa: S314  # our own


def test_a_page_escapes_names(tmp_path: Path) -> None:
    from sidecar.audit import html

    name = "<script>alert(1)</script>"
    found = found_in(tmp_path, turn(call({}, name), model=name), result(f"Tool {name} not found"))
    assert "<script" not in html.render(found)
    assert "&lt;script&gt;" in html.render(found)


def test_days_are_columns(tmp_path: Path) -> None:
    from sidecar.audit import html

    days = [
        line.replace("2026-01-02", f"2026-01-{day:02}")
        for day in range(1, 5)
        for line in (turn(call({"content": "b"}, call_id=f"c{day}")), result(REFUSED, f"c{day}"))
    ]
    page = html.render(found_in(tmp_path, *days))
    assert "<h2>By day</h2>" in page
    assert page.count("2026-01-03: 1 failed, 0 repaired") == 1


def test_nothing_failed(capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text(turn(text("Done."), stop="stop"))
    status, out, _ = run(capsys, str(tmp_path))
    assert (status, out.splitlines()[-1]) == (0, "no call was rejected by pi")


def test_a_folder_that_is_not_there(capsys: Any, tmp_path: Path) -> None:
    status, out, err = run(capsys, str(tmp_path / "none"))
    assert (status, out) == (2, "")
    assert (
        err == f"python -m sidecar audit: {tmp_path}/none does not exist; name the folder of pi's sessions\n"
    )


def test_a_page_that_cannot_be_written(capsys: Any, tmp_path: Path) -> None:
    status, _, err = run(capsys, str(SESSIONS), "--html", str(tmp_path / "no" / "page.html"))
    assert status == 2
    assert "No such file or directory" in err


def test_pis_own_folder_is_the_default(capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "sessions" / "--a--").mkdir(parents=True)
    (tmp_path / "sessions" / "--a--" / "s.jsonl").write_bytes(FAILURES.read_bytes())
    _, out, _ = run(capsys, folder=tmp_path)
    assert out.startswith("1 session, ")


def test_nothing_is_written(capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_bytes(FAILURES.read_bytes())
    before = (tmp_path / "s.jsonl").stat().st_mtime_ns
    run(capsys, str(tmp_path), folder=tmp_path)
    assert [(each.name, each.stat().st_mtime_ns) for each in tmp_path.iterdir()] == [("s.jsonl", before)]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_on_a_terminal_only() -> None:
    for sink, shown in ((Terminal(), True), (io.StringIO(), False)):
        progress = Progress(2_000_000, sink)
        for _ in range(2000):
            progress.add(1000)
        progress.end()
        assert ("100% of 2 MB" in sink.getvalue()) == shown
        assert sink.getvalue().count("\r") <= 205


def test_pis_builtin_tools_are_the_seven() -> None:
    names = [tool["name"] for tool in builtin_tools()]
    assert names == ["read", "bash", "edit", "write", "grep", "find", "ls"]


def test_edits_that_failed_are_counted_by_what_a_later_edit_shows(tmp_path: Path) -> None:
    def edit(old: str, call_id: str) -> Any:
        return call({"path": "a.py", "edits": [{"oldText": old, "newText": "x"}]}, "edit", call_id)

    missed = "Could not find the exact text in a.py. The old text must match exactly"
    found = found_in(
        tmp_path,
        turn(edit("2\tb = 2", "c1")),
        result(missed, "c1"),
        turn(edit("b = 3", "c2")),
        result(missed, "c2"),
        turn(edit("b = 2", "c3")),
        result("Successfully replaced", "c3", is_error=False),
    )
    counts = found.as_json()["edits"]
    assert counts == {"calls": 3, "failed": 2, "repaired": {"edit-line-numbers": 1}, "explained": 1}


def own(**data: Any) -> str:
    line = {"type": "custom", "customType": "toolrecovery", "data": data, "id": "x"}
    return json.dumps(line, separators=(",", ":"))  # as pi writes it


def test_turns_before_and_while_tools_were_marked_strict(tmp_path: Path) -> None:
    good = turn(call({"path": "a", "content": "b"}))
    repaired = own(id="c", tool="write", stage="rules", rules=["rename-key"])
    found = found_in(
        tmp_path,
        *(turn(call({})), result(REFUSED)), good, repaired, good, good,
        own(model="m", strict=True), good, good, repaired, good,
        own(model="m", strict=False), good,
        turn(call({"path": "a"}), model="other"), result(REFUSED),
    )  # fmt: skip
    assert found.as_json()["strict"] == {
        "m": {"before": {"turns": 5, "slips": 2}, "strict": {"turns": 3, "slips": 1}}
    }
    page = text_page.render(found)
    assert "  m  without 2 of 5 turns (40.0 in 100), marked strict 1 of 3 turns (33.3 in 100)" in page


def test_without_marks_nothing_is_said_of_them(tmp_path: Path) -> None:
    found = found_in(tmp_path, turn(call({})), result(REFUSED), own(model=7, strict="yes"), own(), "[1]")
    assert found.as_json()["strict"] == {}
    assert "marked strict" not in text_page.render(found)


def test_marks_of_one_session_say_nothing_of_another(tmp_path: Path) -> None:
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    first.write_text(own(model="m", strict=True) + "\n" + turn(text("a")) + "\n", "utf-8")
    second.write_text(turn(text("b")) + "\n", "utf-8")
    counts = look([first, second], Config()).counts.strict
    assert counts.turns == {("m", True): 1, ("m", False): 1}
