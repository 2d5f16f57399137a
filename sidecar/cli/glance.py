"""`toolrecovery glance`: a line on the calls that failed in the last 30 days, from a second of one core."""

from __future__ import annotations

import argparse
import contextlib
import os
import time
from collections.abc import Mapping
from pathlib import Path

from sidecar.audit.glance import glance, line
from sidecar.paths import agent_dir

from . import shell

DAYS = 30
LIMIT_S = 1.0  # of processor time, the start of Python included


def run(given: argparse.Namespace, environ: Mapping[str, str]) -> int:
    with contextlib.suppress(AttributeError, OSError):  # Windows has none
        os.nice(19)
    parent = os.getppid()

    def out_of_time() -> bool:
        return time.process_time() > LIMIT_S or os.getppid() != parent  # who asked has ended

    files = newest(agent_dir(environ) / "sessions", time.time() - DAYS * 86_400)
    said = line(glance(files, shell.settings(environ).current, out_of_time), DAYS)
    if said:
        print(said)
    return 0


def newest(place: Path, since: float) -> list[Path]:
    """The session files written after `since`, the newest first."""
    found = []
    for path in place.rglob("*.jsonl"):
        with contextlib.suppress(OSError):
            found.append((path.stat().st_mtime, path))
    return [path for at, path in sorted(found, reverse=True) if at > since]
