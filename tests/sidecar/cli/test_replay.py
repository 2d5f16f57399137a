"""A saved message through the engine, each step in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sidecar.cli.main import main
from tests.places import CORPUS

SESSION = CORPUS / "sessions" / "failures.jsonl"


def message(*blocks: Any) -> Any:
    return {"role": "assistant", "model": "m", "stopReason": "toolUse", "content": list(blocks)}


def call(arguments: Any, name: str = "write", **more: Any) -> Any:
    return {"type": "toolCall", "id": "c", "name": name, "arguments": arguments, **more}


@pytest.fixture
def run(tmp_path: Path, capsys: Any) -> Any:
    def run(saved: Any, *options: str) -> tuple[int, list[str], str]:
        path = tmp_path / "saved.json"
        path.write_text(saved if isinstance(saved, str) else json.dumps(saved))
        status = main(["replay", str(path), *options], {"PI_CODING_AGENT_DIR": str(tmp_path)})
        said = capsys.readouterr()
        return status, said.out.splitlines(), said.err

    return run


def test_a_repair_step_by_step(run: Any) -> None:
    status, out, err = run(message(call({"filename": "a", "content": "b"})))
    assert (status, err) == (0, "")
    assert out == [
        "m: stopped for toolUse, 1 tool call",
        'write  {"filename": "a", "content": "b"}',
        "  name      an active tool",
        "  text      a JSON object",
        "  validate  path is missing; filename is not declared",
        "  rule      rename-key (cost 2): move filename → path",
        '  result    write {"path": "a", "content": "b"}  (cost 2)',
    ]


@pytest.mark.parametrize(
    ("block", "said"),
    [
        pytest.param(call({"path": "a", "content": "b"}), "  result    kept as it is", id="valid"),
        pytest.param(
            call({"content": "b"}), "  result    left alone: required path is in no argument", id="declined"
        ),
        pytest.param(
            call({"path": "a", "content": None}),
            "  guard     blocked where pi would run it: content is",
            id="guarded",
        ),
        pytest.param(call({"cmd": "ls"}, "Bash"), "  rule      tool-name", id="another name"),
        pytest.param(
            call({}, "frobnicate"), "  name      no active tool; there are read, bash, ", id="no tool"
        ),
        pytest.param(
            call({}, argumentsError="Bad\n\nReceived arguments:\n{'path': 'a', 'content': 'b',}"),
            "  rule      argument-text",
            id="text",
        ),
        pytest.param(call({"path": "a", "content": "b" * 9999}), "… (10027 characters)", id="a long value"),
        pytest.param(
            {"type": "text", "text": '<tool_call>\n{"name": "ls", "arguments": {"path": "a"}}\n</tool_call>'},
            "  read as hermes",
            id="leaked",
        ),
    ],
)
def test_what_becomes_of_a_call(run: Any, block: Any, said: str) -> None:
    status, out, _ = run(message(block))
    assert status == 0
    assert any(said in line for line in out), out


def test_the_streamed_text_of_a_case(run: Any) -> None:
    sent = '{"path": "a", "content": 1.10}'
    given = {"message": message(call({"path": "a", "content": 1.1})), "rawArguments": {"c": sent}}
    _, out, _ = run(given)
    assert f"  streamed  {json.dumps(sent)}" in out
    assert "  rule      raw-number-spelling" in out
    assert out[-1].startswith('  result    write {"path": "a", "content": "1.10"}')


def test_tools_of_the_report_then_of_the_file_then_pis_own(run: Any, tmp_path: Path) -> None:
    tools = [
        {
            "name": "write",
            "parameters": {"type": "object", "required": ["n", "m"]},
        }
    ]
    (tmp_path / "tools.json").write_text(json.dumps({"tools": tools}))
    given = message(call({"path": "a", "content": "b"}))
    assert "left alone" in run({"message": given, "tools": tools})[1][-1]
    assert "left alone" in run(given, "--tools", str(tmp_path / "tools.json"))[1][-1]
    assert "kept" in run(given)[1][-1]


def test_lines_of_a_session_file(run: Any) -> None:
    lines = [line for line in SESSION.read_text().splitlines() if '"role":"assistant"' in line]
    status, out, _ = run("\n".join(lines))
    assert status == 0
    assert sum("stopped for" in line for line in out) == len(lines)


def test_a_whole_session_file_gives_its_failures(tmp_path: Path, capsys: Any) -> None:
    assert main(["replay", str(SESSION)], {"PI_CODING_AGENT_DIR": str(tmp_path)}) == 0
    out = capsys.readouterr().out.splitlines()
    assert sum("stopped for" in line for line in out) == 7
    assert "  rule      rename-key (cost 2): move filename → path" in out


def test_a_session_without_a_failure_says_so(run: Any, tmp_path: Path) -> None:
    status, out, err = run(json.dumps({"type": "session"}) + "\n" + json.dumps({"type": "custom"}))
    assert (status, out, err) == (0, [f"no call was rejected by pi in {tmp_path}/saved.json"], "")


def test_a_report_to_read_means_the_case_beside_it(tmp_path: Path, capsys: Any) -> None:
    report = tmp_path / "write-1.md"
    report.write_text("# write: invalid arguments")
    environ = {"PI_CODING_AGENT_DIR": str(tmp_path)}
    assert main(["replay", str(report)], environ) == 2
    assert capsys.readouterr().err.endswith("give the .jsonl that was written beside it\n")
    case = {"id": "report-write", "message": message(call({"filename": "x", "content": "x"}))}
    report.with_suffix(".jsonl").write_text(json.dumps(case))
    assert main(["replay", str(report)], environ) == 0
    assert "rename-key" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("saved", "reason"),
    [
        pytest.param("", "is empty", id="nothing"),
        pytest.param("{oops", "neither JSON nor JSON lines", id="no JSON"),
        pytest.param("[]", "the message must be a JSON object", id="a list"),
        pytest.param('{"message": 5}', "the message must be a JSON object", id="no message"),
        pytest.param("{}", "message.content is missing", id="no content"),
        pytest.param({"message": message(), "tools": {"tools": 5}}, "tools must be a list", id="tools"),
        pytest.param({"message": message(), "tools": [5]}, "tools[0] must be an object", id="a tool"),
    ],
)
def test_what_cannot_be_used_is_said(run: Any, saved: Any, reason: str) -> None:
    status, out, err = run(saved)
    assert (status, out) == (2, [])
    assert reason in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there(tmp_path: Path, capsys: Any) -> None:
    assert main(["replay", str(tmp_path / "none")], {"PI_CODING_AGENT_DIR": str(tmp_path)}) == 2
    assert (
        capsys.readouterr().err == f"python -m sidecar replay: {tmp_path}/none: No such file or directory\n"
    )
