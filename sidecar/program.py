"""How a person called us: `toolrecovery` where it is installed, `python -m sidecar` in a clone."""

from __future__ import annotations

import sys
from pathlib import Path


def program() -> str:
    called = Path(sys.argv[0]).stem if sys.argv else ""
    return "toolrecovery" if called == "toolrecovery" else "python -m sidecar"
