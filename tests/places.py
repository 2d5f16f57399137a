"""Where the project's folders are, found by the package: a test may be moved without counting its depth."""

from __future__ import annotations

from pathlib import Path

import sidecar

SIDECAR = Path(sidecar.__path__[0]).resolve()
ROOT = SIDECAR.parent
TESTS = ROOT / "tests"
CASES = TESTS / "cases"
CORPUS = TESTS / "corpus"
