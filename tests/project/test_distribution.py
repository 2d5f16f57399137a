"""The Python package by itself: built, installed into an empty environment, used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from pytest_subprocess import FakeProcess

from sidecar import __version__
from tests.places import ROOT

WHEELHOUSE = ROOT / ".venv/wheelhouse"  # scripts/setup fills it
BIN = "Scripts" if sys.platform == "win32" else "bin"


def files_below(folder: str) -> set[str]:
    found = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}


def run(*words: str | Path, stdin: str = "") -> str:
    # nothing of the test's own environment may help
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        words, input=stdin, capture_output=True, text=True, env=env, cwd=ROOT.anchor, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(autouse=True)
def real(fp: FakeProcess) -> None:
    fp.allow_unregistered(True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


def test_the_source_archive_holds_the_sidecar_the_docs_and_their_papers(built: Path) -> None:
    top = f"toolrecovery-{__version__}/"
    with tarfile.open(built / f"{top[:-1]}.tar.gz") as archive:
        names = {name.removeprefix(top) for name in archive.getnames()}
    papers = {"CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md"}
    papers |= {"PKG-INFO", "pyproject.toml", ".gitignore"}
    assert names == files_below("sidecar") | files_below("docs") | papers


def test_the_wheel_holds_the_sidecar_and_its_licence(built: Path) -> None:
    with zipfile.ZipFile(built / f"toolrecovery-{__version__}-py3-none-any.whl") as archive:
        names = set(archive.namelist())
    info = f"toolrecovery-{__version__}.dist-info/"
    about = {info + name for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")}
    assert names == files_below("sidecar") | about


def test_in_an_empty_environment_it_installs_and_repairs(built: Path, tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False)
    wheel = next(built.glob("*.whl"))
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--python",
        tmp_path / BIN / "python",
        "--isolated",
        "install",
        "--quiet",
    )
    local = ("--no-index", "--find-links", WHEELHOUSE)
    run(*pip, *local, "setuptools")  # for what comes as source
    run(*pip, *local, "--no-build-isolation", "--use-pep517", wheel)
    toolrecovery = tmp_path / BIN / "toolrecovery"
    assert run(toolrecovery, "--version").strip() == __version__

    tools = tmp_path / "tools.json"
    schema = {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]}
    tools.write_text(json.dumps([{"name": "bash", "parameters": schema}]), "utf-8")
    call = {"type": "toolCall", "id": "1", "name": "bash", "arguments": {"cmd": "ls"}}
    message = {"role": "assistant", "stopReason": "toolUse", "content": [call]}
    answer = json.loads(run(toolrecovery, "repair", "--tools", tools, stdin=json.dumps(message)))
    assert answer["message"]["content"][0]["arguments"] == {"command": "ls"}
