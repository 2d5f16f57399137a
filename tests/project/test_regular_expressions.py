"""No possessive quantifier and no atomic group: Python 3.11.2, which Debian 12 has, matches them wrongly."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.places import SIDECAR

FILES = sorted(SIDECAR.rglob("*.py"))
CLASS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)


def patterns(source: str) -> list[str]:
    """The texts given to re.compile and its like."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    named = [
        call
        for call in calls
        if isinstance(call.func, ast.Attribute) and ast.unparse(call.func).startswith("re.")
    ]
    texts = (node for call in named for argument in call.args[:1] for node in ast.walk(argument))
    return [node.value for node in texts if isinstance(node, ast.Constant) and isinstance(node.value, str)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SIDECAR)))
def test_a_pattern_means_the_same_to_every_python(path: Path) -> None:
    for pattern in patterns(path.read_text("utf-8")):
        bare = CLASS.sub("x", pattern)
        assert not re.search(r"[*+?}]\+|\(\?>", bare), pattern
