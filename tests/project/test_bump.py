"""`scripts/bump` changes every version and nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_subprocess import FakeProcess

from tests.places import ROOT

FILES = (
    "package.json",
    "package-lock.json",
    "pyproject.toml",
    "CHANGELOG.md",
    "sidecar/__init__.py",
    "scripts/bump",
)
NEWS = (
    "# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- The first.\n"
)


@pytest.fixture
def copy(tmp_path: Path, fp: FakeProcess) -> Path:
    fp.allow_unregistered(True)
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(NEWS, "utf-8", newline="\n")
    return tmp_path


def bump(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, copy / "scripts/bump", *words], capture_output=True, text=True, check=False
    )


def differing(copy: Path, name: str) -> list[str]:
    before, after = (Path(each).read_text("utf-8").splitlines() for each in (ROOT / name, copy / name))
    assert len(before) == len(after)
    return [new for old, new in zip(before, after, strict=True) if old != new]


def test_every_version_is_the_new_one_and_no_other_line_changes(copy: Path) -> None:
    assert bump(copy, "77.8.9").returncode == 0
    for name, lines in {
        "package.json": 1,
        "package-lock.json": 2,
        "pyproject.toml": 1,
        "sidecar/__init__.py": 1,
    }.items():
        changed = differing(copy, name)
        assert len(changed) == lines, name
        assert all('"77.8.9"' in line for line in changed)


def test_the_news_get_the_heading_that_pi_reads(copy: Path) -> None:
    bump(copy, "77.8.9")
    headings = [
        line for line in (copy / "CHANGELOG.md").read_text("utf-8").splitlines() if line.startswith("## ")
    ]
    assert headings[0].startswith("## [77.8.9] - 20")
    assert headings[1:] == ["## [0.1.0] - 2026-01-01"]


@pytest.mark.parametrize("words", [(), ("1.2",), ("v1.2.3",), ("1.2.3", "now")])
def test_no_version_changes_nothing(copy: Path, words: tuple[str, ...]) -> None:
    assert bump(copy, *words).returncode != 0
    assert not differing(copy, "package.json")


def test_without_news_nothing_is_released(copy: Path) -> None:
    (copy / "CHANGELOG.md").write_text(NEWS.replace("Unreleased", "0.2.0"), "utf-8", newline="\n")
    result = bump(copy, "77.8.9")
    assert result.returncode != 0
    assert "no news" in result.stderr
    assert not differing(copy, "pyproject.toml")
