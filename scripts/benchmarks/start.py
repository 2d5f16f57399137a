"""Spawn to the first answer, against a bare process that imports jsonrpcserver and ends."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from . import table
from .process import ROOT, SIDECAR, Process


def rows(rounds: int) -> Iterator[table.Row]:
    pairs = [(_bare(), _first_answer()) for _ in range(max(10, rounds // 50))]
    bare, first = (median(times) for times in zip(*pairs[1:], strict=True))
    yield table.ratio("spawn to first answer", "import jsonrpcserver", first, bare, 1.2)


def _bare() -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import jsonrpcserver"], cwd=ROOT, check=True)
    return (time.perf_counter() - started) * 1000


def _first_answer() -> float:
    started = time.perf_counter()
    with Process(SIDECAR) as sidecar:
        sidecar.greet()
        return (time.perf_counter() - started) * 1000
