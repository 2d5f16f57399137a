"""Whoever stands in a project runs none of its Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sidecar.conftest import ROOT
from tests.sidecar.peer import WRITE, call

PLANTED = (
    "jsonschema",
    "regex",
    "httpx",
    "json_repair",
    "platformdirs",
    "sitecustomize",
    "jsonrpcserver",
    "attr",
)
CASE = {"id": 1, "message": call({"filename": "abc", "content": "b"}), "tools": [WRITE]}


@pytest.mark.parametrize("words", [["repair", "--jsonl"], ["status"], ["audit"], ["--version"]], ids=" ".join)
def test_a_module_of_the_folder_is_not_imported(tmp_path: Path, words: list[str]) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    project.mkdir()
    home.mkdir()
    for name in PLANTED:
        (project / f"{name}.py").write_text(f"open('ran', 'a').write('{name} ')\n")
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PI_CODING_AGENT_DIR": str(home),
        "XDG_STATE_HOME": str(home),
    }
    done = subprocess.run(
        [sys.executable, "-m", "sidecar", *words],
        input=json.dumps(CASE),
        cwd=project,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert not (project / "ran").exists(), (project / "ran").read_text()
    assert done.returncode in (0, 2), done.stderr
    if words == ["repair", "--jsonl"]:
        assert json.loads(done.stdout)["repairs"]
