"""At the first start on a machine with sessions: the line that `toolrecovery glance` says of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from sidecar.state.glance import claim

HOME = Path(__file__).parent.parent.parent
LONGEST_S = 60.0  # on a busy machine; it takes a second of one core


def first_glance(environ: Mapping[str, str], agent_dir: Path) -> str:
    """ "" at every later start, and where there is nothing to say. Takes a while."""
    if not claim(environ, agent_dir / "sessions"):
        return ""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "sidecar", "glance"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            cwd=HOME,
            env={**environ, "PI_CODING_AGENT_DIR": str(agent_dir), "PYTHONIOENCODING": "utf-8"},
            timeout=LONGEST_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
