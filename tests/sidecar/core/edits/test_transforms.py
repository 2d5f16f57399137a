"""Every table of tests/cases/edits: edits that a transform makes fit, and edits that stay as they are."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from sidecar.core.edits import TRANSFORMS, Edit, FileText, repair
from tests.places import CASES

TABLES = CASES / "edits"


def cases(kind: str) -> list[Any]:
    found = []
    for file in sorted(TABLES.glob("*.toml")):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        for case in table[kind]:
            shared = {"path": "", "transform": f"edit-{file.stem.replace('_', '-')}", "file": table["file"]}
            found.append(pytest.param(shared | case, id=f"{file.stem}: {case['name']}"))
    return found


@pytest.mark.parametrize("case", cases("repairs"))
def test_repairs(case: dict[str, Any]) -> None:
    found = repair([Edit(case["old"], case["new"])], FileText(case["file"], case["path"]))
    assert found is not None
    assert found.transforms == {0: case["transform"]}
    (edit,) = found.edits
    assert case["file"].count(edit.old) == 1
    assert case["file"].replace(edit.old, edit.new) == case["want"]


@pytest.mark.parametrize("case", cases("repairs"))
def test_a_transform_that_is_off_changes_nothing(case: dict[str, Any]) -> None:
    file = FileText(case["file"], case["path"])
    assert repair([Edit(case["old"], case["new"])], file, off=[case["transform"]]) is None


@pytest.mark.parametrize("case", cases("keeps"))
def test_keeps(case: dict[str, Any]) -> None:
    off = set(TRANSFORMS) - {case["transform"]}  # what another one makes of it is another table's
    assert repair([Edit(case["old"], case["new"])], FileText(case["file"], case["path"]), off) is None
