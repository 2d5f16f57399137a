"""The bridge's handler of a valid call against the request alone; pi with and without the extension."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import table
from .samples import p50

HERE = Path(__file__).parent


def rows(rounds: int) -> Iterator[table.Row]:
    for size in (200, 10_000, 100_000):
        times = _node("handler.ts", str(size), str(rounds))
        what = f"bridge handler, valid call, {size // 1000 or size} {'kB' if size >= 1000 else 'B'}"
        most = 0.15 if size < 100_000 else 0.35  # the text that was streamed is read once more
        yield table.more(what, "the request alone", p50(times["handler"]), p50(times["request"]), most)
    starts = _node("pi_start.ts", str(max(10, rounds // 75)))
    for at, what in enumerate(("pi -p, start to prompt, paired", "pi -p, start to end, paired")):
        bare, mine = ([each[at] for each in starts[kind]] for kind in ("bare", "extension"))
        over = p50([one - other for one, other in zip(mine, bare, strict=True)])
        yield table.more(what, "without extension", p50(bare) + over, p50(bare), 60)


def _node(program: str, *arguments: str) -> Any:
    """What the TypeScript program prints: times in milliseconds by name."""
    command = [
        "node",
        "--experimental-strip-types",
        "--no-warnings",
        str(HERE / program),
        sys.executable,
        *arguments,
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)
