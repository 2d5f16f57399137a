"""The command that runs this program: `toolrecovery` if installed, `python -m sidecar` in a clone."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path


def program() -> str:
    called = Path(sys.argv[0]).stem if sys.argv else ""
    return "toolrecovery" if called == "toolrecovery" else "python -m sidecar"


def from_anywhere() -> str:
    """The same, as a line that works in a shell in any folder."""
    called = program()
    if called == "toolrecovery":
        return called
    clone, python = Path(__file__).parents[2], sys.executable
    return f"cd {shlex.quote(str(clone))} && {shlex.quote(python)} -m sidecar"
