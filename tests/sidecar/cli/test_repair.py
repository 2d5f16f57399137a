from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT

TOOLS = [
    {
        "name": "write",
        "parameters": {
            "type": "object",
            "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
            "required": ["path", "content"],
        },
    }
]
WRONG, RIGHT = {"filename": "a", "content": "b"}, {"path": "a", "content": "b"}


def message(arguments: Any) -> Any:
    block = {"type": "toolCall", "id": "c", "name": "write", "arguments": arguments}
    return {"role": "assistant", "stopReason": "toolUse", "content": [block]}


@pytest.fixture
def run(tmp_path: Path) -> Any:
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps(TOOLS))
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PI_CODING_AGENT_DIR": str(tmp_path)}
    env = {name: value for name, value in env.items() if not name.startswith("TOOLRECOVERY_")}

    def run(given: str | bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
        data = given if isinstance(given, bytes) else given.encode()
        here = [option.replace("TOOLS", str(tools)) for option in options]
        command = [sys.executable, "-m", "sidecar", "repair", *here]
        return subprocess.run(command, input=data, capture_output=True, env=env, cwd=tmp_path)

    return run


def test_one_message(run: Any) -> None:
    done = run(json.dumps(message(WRONG)), "--tools", "TOOLS", "--model", "m")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["message"] == message(RIGHT)


def test_the_streamed_text_of_a_case(run: Any) -> None:
    case = {"id": 1, "message": message({"path": "a", "content": ""})}
    sent = '{"path": "a", "content": "b", "content": ""}'
    lines = [json.dumps(case), json.dumps({**case, "rawArguments": {"c": sent}})]
    done = run("\n".join(lines), "--jsonl", "--tools", "TOOLS")
    kept, repaired = [json.loads(line) for line in done.stdout.splitlines()]
    assert kept["message"] is None
    assert repaired["message"] == message(RIGHT)
    assert repaired["repairs"][0]["stage"] == "raw"


def test_streamed_text_that_is_no_text_is_unusable(run: Any) -> None:
    done = run(
        json.dumps({"message": message(RIGHT), "rawArguments": {"c": 1}}), "--jsonl", "--tools", "TOOLS"
    )
    assert done.returncode == 2
    assert b"rawArguments" in done.stderr


def test_nothing_to_repair_is_no_failure(run: Any) -> None:
    done = run(json.dumps(message(RIGHT)), "--tools", "TOOLS")
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"message": None, "repairs": [], "declined": [], "guards": []}


@pytest.mark.parametrize("arguments", ["a", [WRONG], 3, None], ids=["text", "a list", "a number", "null"])
def test_arguments_of_any_kind_are_the_engines_to_judge(run: Any, arguments: Any) -> None:
    done = run(json.dumps(message(arguments)), "--tools", "TOOLS")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert len(result["repairs"]) + len(result["declined"]) == 1


def test_without_host_errors_a_broken_call_counts_as_rejected(run: Any) -> None:
    done = run(json.dumps(message({"x": [1]})), "--tools", "TOOLS")
    assert [each["id"] for each in json.loads(done.stdout)["declined"]] == ["c"]


def test_cases_in_order_and_an_unusable_line_named(run: Any) -> None:
    lines = [
        json.dumps({"id": "one", "message": message(WRONG), "tools": TOOLS}),
        "",
        "{oops",
        json.dumps(
            {"id": "two", "message": message(RIGHT), "tools": TOOLS, "model": {"provider": "p", "id": "m"}}
        ),
        json.dumps({"id": "three"}),
        json.dumps({"id": 4, "message": message(WRONG)}),
    ]
    done = run("\n".join(lines), "--jsonl", "--tools", "TOOLS")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["id"] for each in results] == ["one", "two", 4]
    assert results[0]["message"] == results[2]["message"] == message(RIGHT)
    assert done.returncode == 2
    said = done.stderr.decode().splitlines()
    assert said[0].startswith("python -m sidecar repair: line 3: no JSON: ")
    assert said[1] == "python -m sidecar repair: line 5: message is missing"


@pytest.mark.parametrize(
    ("given", "options", "reason"),
    [
        pytest.param("", ["--tools", "TOOLS"], "no JSON", id="nothing"),
        pytest.param("[]", ["--tools", "TOOLS"], "the message must be a JSON object", id="a list"),
        pytest.param("{}", ["--tools", "TOOLS"], "message.content is missing", id="no content"),
        pytest.param(b"\xff", ["--tools", "TOOLS"], "no JSON", id="no UTF-8"),
        pytest.param("[" * 100_000, ["--tools", "TOOLS"], "no JSON", id="nested deep"),
        pytest.param('{"content": []}', ["--tools", "TOOLS"], "message.role is missing", id="no role"),
        pytest.param("{}", ["--tools", "missing.json"], "missing.json: No such file", id="no tools file"),
        pytest.param(json.dumps(message(WRONG)), [], "no tools", id="no tools"),
        pytest.param(
            "{}", ["--tools", "TOOLS", "--recover"], "TOOLRECOVERY_BASE_URL", id="recover without endpoint"
        ),
        pytest.param("{}", ["--wat"], "--wat", id="an unknown option"),
    ],
)
def test_unusable_input_is_said_in_one_line(run: Any, given: str | bytes, options: Any, reason: str) -> None:
    done = run(given, *options)
    assert done.returncode == 2
    assert done.stdout == b""
    assert reason in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1


def test_the_ids_of_made_calls_are_the_same_in_each_run_and_none_comes_twice(run: Any) -> None:
    leak = '<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "b"}}\n</tool_call>'
    block = {"type": "text", "text": f"{leak}\n{leak}"}
    said = {"role": "assistant", "stopReason": "stop", "content": [block]}
    lines = "\n".join(json.dumps({"id": name, "message": said}) for name in ("a", "b", "b", None))
    outputs = (run(lines, "--jsonl", "--grammar", "--tools", "TOOLS").stdout for _ in range(2))
    first, second = (
        [each["id"] for line in output.splitlines() for each in json.loads(line)["repairs"]]
        for output in outputs
    )
    assert first == second
    assert len(first) == len(set(first)) == 8
    assert all(len(each) == 9 and each.isalnum() for each in first)
