"""What no file of the product does, whoever writes it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.places import ROOT

FORBIDDEN = re.compile(
    r"shell\s*[=:]\s*[Tt]rue|\b(?:import|from) (?:pickle|marshal|shelve|yaml)\b"
    r"|(?<![\w.])(?:eval|exec|compile|__import__)\(|os\.(?:system|popen)\(|tempfile\.mktemp\(|verify\s*=\s*False"
    r"|rejectUnauthorized|NODE_TLS_REJECT|child_process[\"'].{0,9}\)?\.exec|\b(?:execSync|execFileSync)\b"
    r"|\bimport \{[^}]*\bexec\b[^}]*\} from [\"']node:child_process|new Function\("
)
PRODUCT = [
    path
    for folder, kind in (("sidecar", "*.py"), ("pi-bridge", "*.ts"))
    for path in sorted((ROOT / folder).rglob(kind))
]


@pytest.mark.parametrize("path", PRODUCT, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_runs_no_text_and_trusts_no_stranger(path: Path) -> None:
    assert not FORBIDDEN.findall(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "line", ["subprocess.run(x, shell=True)", "import pickle", "eval(text)", "verify=False", "os.system(x)"]
)
def test_the_pattern_finds_what_it_is_for(line: str) -> None:
    assert FORBIDDEN.search(line)


def test_every_dependency_is_pinned_with_its_hash() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        lines = [line for line in (ROOT / name).read_text("utf-8").splitlines() if line and line[0].isalnum()]
        assert lines
        for line in lines:
            assert "==" in line and line.endswith("\\"), line
    locked = (ROOT / "package-lock.json").read_text("utf-8")
    packages = [each for name, each in json.loads(locked)["packages"].items() if name]
    assert packages
    assert all(each.get("integrity") or each.get("inBundle") for each in packages)
