"""Whether the past sessions of this machine were counted once for the person."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from sidecar.files.private import make_folder, open_private
from sidecar.paths import state_dir

MARK = "glanced"


def claim(environ: Mapping[str, str], sessions: Path) -> bool:
    """Whether they are to be counted now: one caller on a machine is told so, and only where there are any.

    A machine whose first start finds none has none from before. Where no mark can be left, none are counted.
    """
    mark = state_dir(environ) / MARK
    if mark.exists():
        return False
    try:
        make_folder(mark.parent)
        os.close(open_private(mark, os.O_WRONLY | os.O_EXCL))
        return next(sessions.rglob("*.jsonl"), None) is not None
    except OSError:
        return False
