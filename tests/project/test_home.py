"""No test, script or benchmark can reach the files of whoever runs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_subprocess import FakeProcess

from sidecar.paths import agent_dir, state_dir
from tests.places import ROOT

RUNS_THE_PRODUCT = ("bench", "chaos", "e2e", "fuzz", "pictures", "test")
SETTINGS = "tests/sidecar/commands/test_setting_commands.py"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_home_with_settings_and_a_journal_is_the_same_after_the_tests_that_delete(
    tmp_path: Path, fp: FakeProcess
) -> None:
    fp.allow_unregistered(True)
    for name in (".pi/agent/tool-recovery.json", ".local/state/toolrecovery/journal.sqlite3", "agent/x.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("mine")
    before = contents(tmp_path)
    env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    env |= {
        "HOME": str(tmp_path),
        "USERPROFILE": str(tmp_path),
        "PI_CODING_AGENT_DIR": str(tmp_path / "agent"),
    }
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "purge", SETTINGS]
    done = subprocess.run(run, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    assert contents(tmp_path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="the real home is read from the password file")
def test_the_home_of_a_test_is_nobodys() -> None:
    import pwd

    real = Path(pwd.getpwuid(os.getuid()).pw_dir)
    assert Path.home() != real
    for mine in (agent_dir(os.environ), state_dir(os.environ)):
        assert Path.home() in mine.parents


@pytest.mark.parametrize("name", RUNS_THE_PRODUCT)
def test_a_script_that_runs_the_product_gives_it_an_empty_home(name: str) -> None:
    text = (ROOT / "scripts" / name).read_text("utf-8")
    assert re.search(r"^\. scripts/env\n\. scripts/empty_home$", text, re.M)
    assert not re.search(r"^exec ", text, re.M), "the empty home is removed by a trap of the shell"
