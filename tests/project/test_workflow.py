"""The workflow calls scripts that exist, on three systems, with actions that do not move under it."""

from __future__ import annotations

import json
import re

from tests.places import ROOT

TEXT = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")


def test_every_action_is_pinned_by_its_commit() -> None:
    used = re.findall(r"uses: (.+)", TEXT)
    assert used
    for action in used:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v[\d.]+", action), action


def test_the_tools_that_audit_have_a_version() -> None:
    text = (ROOT / "scripts/audit-deps").read_text("utf-8")
    assert "run: scripts/audit-deps" in TEXT
    assert re.findall(r"pip-audit(?![ \w])\S*", text) == ["pip-audit==2.10.1"]


def test_what_it_runs_is_what_a_developer_runs() -> None:
    scripts = json.loads((ROOT / "package.json").read_text("utf-8"))["scripts"]
    called = {
        name
        for line in re.findall(r"run: (npm .*)", TEXT)
        for name in re.findall(r"npm (?:run )?(\w+)", line)
    }
    assert {"test", "e2e"} <= called
    assert called <= scripts.keys()
    for script in re.findall(r"run: (scripts/\S+)", TEXT):
        assert (ROOT / script).is_file()


def test_three_systems_and_the_oldest_python() -> None:
    oldest = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert oldest
    assert f'python: ["{oldest[1]}", "3.x"]' in TEXT
    assert {"ubuntu", "macos", "windows"} == set(re.findall(r"(\w+)-latest[,\]]", TEXT))
    assert not re.search(r"\t", TEXT)
