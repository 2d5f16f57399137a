"""What pi can do is looked for, never told from its version."""

from __future__ import annotations

import re

import pytest

from tests.places import ROOT

SOURCES = [*(ROOT / "pi-bridge").rglob("*.ts"), *(ROOT / "sidecar").rglob("*.py")]
VERSION = r"""(?<!\w)(?:version|VERSION|\bpi\b(?:\[["']\w+["']\])?)\w*["'\]]*"""
COMPARED = re.compile(
    rf"""{VERSION}(?:\.\w+\([^)]*\))*\s*[<>]=?\s*["'(\d]"""  # pi >= "1.5", version < (1, 5)
    rf"""|{VERSION}\s*[!=]==?\s*["'(\d]"""  # VERSION === "0.84.4"
    rf"""|{VERSION}\.(?:startsWith|startswith|split|match|localeCompare)\("""
    r"""|semver""",
)


def test_nobody_compares_a_version_of_pi() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in SOURCES
        for line in path.read_text(encoding="utf-8").splitlines()
        if COMPARED.search(line) and "sys.version_info" not in line
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'if (VERSION >= "1.5.0") return;',
        'if (VERSION.startsWith("0.")) return;',
        'const old = VERSION.split(".")[0] === "0";',
        'import { lt } from "semver";',
        "if pi < (1, 5):",
        'old = versions["pi"] == "0.84.4"',
        'parts = said["pi"].split(".")',
        'if (VERSION === "1.6.0") return;',
    ],
)
def test_a_comparison_would_be_found(line: str) -> None:
    assert COMPARED.search(line)


def test_pi_says_its_version_in_one_place_for_people_to_read() -> None:
    bridge = [path for path in SOURCES if path.suffix == ".ts"]
    imported = re.compile(r"\bVERSION\b[^;]*from \"@earendil-works/pi-coding-agent\"")
    names = [path.name for path in bridge if imported.search(path.read_text(encoding="utf-8"))]
    assert names == ["greeting.ts"]
