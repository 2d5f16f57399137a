"""README's tables are the code's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_subprocess import FakeProcess

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _real_python(fp: FakeProcess) -> None:
    fp.allow_unregistered(True)


def test_the_tables_of_the_readme_are_what_the_code_says() -> None:
    checked = subprocess.run(
        [sys.executable, str(ROOT / "scripts/docs"), "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
