"""The table of keys that pi ignores, judged as a call; and what the folder's line does in a real shell."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sidecar.core.blocks import Tool, ToolCall
from sidecar.core.call import Broken, Kept, Mended, Settings, Verdict, judge
from sidecar.core.toolset import Toolset
from tests.places import CASES

TABLE = tomllib.loads((CASES / "pi_keys.toml").read_text())
PI = tomllib.loads((CASES / "tool_names.toml").read_text())["tools"]
FOLDER = "/home/ann/site"


def judged(case: dict[str, Any], settings: Settings | None = None) -> Verdict:
    given = json.loads(case["given"])
    wire = json.loads(case["tools"]) if "tools" in case else ()
    tools = [Tool(tool["name"], tool["parameters"]) for tool in wire]
    tools = tools or [Tool(name, json.loads(text), source="builtin") for name, text in PI.items()]
    call = ToolCall("1", given["name"], given["arguments"])
    return judge(call, Toolset(tools), settings or Settings(cwd=FOLDER))


@pytest.mark.parametrize("case", TABLE["repairs"], ids=lambda case: case["name"])
def test_repairs(case: dict[str, Any]) -> None:
    verdict = judged(case)
    assert isinstance(verdict, Mended)
    assert {"name": verdict.name, "arguments": verdict.arguments} == json.loads(case["want"])
    again = {**case, "given": case["want"]}
    assert judged(again) == Kept()


@pytest.mark.parametrize("case", TABLE["blocks"], ids=lambda case: case["name"])
def test_blocks(case: dict[str, Any]) -> None:
    verdict = judged(case)
    assert isinstance(verdict, Broken)
    assert verdict.guard is not None and verdict.guard.startswith("Not run: ")
    assert case["words"] in verdict.guard
    assert not verdict.askable


@pytest.mark.parametrize("case", TABLE["keeps"], ids=lambda case: case["name"])
def test_keeps(case: dict[str, Any]) -> None:
    assert judged(case) == Kept()


def test_a_folder_is_entered_where_nobody_knows_the_sessions_own() -> None:
    case = {"given": json.dumps({"name": "bash", "arguments": {"command": "ls", "cwd": FOLDER}})}
    verdict = judged(case, Settings())
    assert isinstance(verdict, Mended)
    assert verdict.arguments == {"command": f"cd -- '{FOLDER}' || exit\nls"}


@pytest.mark.parametrize(("rule", "case"), [("work-folder", 2), ("edit-pairs", 8)])
def test_a_repair_that_is_switched_off(rule: str, case: int) -> None:
    assert rule in judged(TABLE["repairs"][case]).rules  # type: ignore[union-attr]
    assert judged(TABLE["repairs"][case], Settings(rules_off=frozenset({rule}))) == Kept()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("name", ["plain", "it's a \\ folder", "-x", "é; touch no"])
def test_the_command_runs_there_or_not_at_all(tmp_path: Path, name: str) -> None:
    from sidecar.core.search.work_folder import with_folder

    command = with_folder({"command": "touch yes"}, name)["command"]
    ended = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, check=False)
    assert ended.returncode != 0 and not list(tmp_path.iterdir())
    (tmp_path / name).mkdir()
    subprocess.run(["bash", "-c", command], cwd=tmp_path, check=True)
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == ["yes"]
    assert (tmp_path / name / "yes").exists()
