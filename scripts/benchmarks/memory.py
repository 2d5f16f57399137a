"""Resident memory: idle once the tools are known, and after ten thousand messages of many kinds."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from . import messages, table
from .process import SIDECAR, Process

SETTLES_S = 1.5  # for the imports that follow the first answer
MESSAGES = 10_000


def rows(rounds: int) -> Iterator[table.Row]:
    with Process(SIDECAR) as sidecar:
        sidecar.start(messages.tools())
        time.sleep(SETTLES_S)
        idle = sidecar.resident_mb()
        if math.isnan(idle):
            return
        yield table.limit("memory, idle with tools", idle, 45, "MB")
        said = [
            messages.params(messages.message("edit", messages.edit(2000))),
            messages.params(messages.message("read", {"file_path": "a.py"}), "path is missing"),
            messages.params(messages.message("write", {"path": "a.py", "content": messages.text(10_000)})),
            messages.params(messages.message("grep", {"query": "x", "limit": "20"}), "pattern is missing"),
        ]
        for _ in range(100):
            for params in said:
                sidecar.ask("message/repair", params)
        first = sidecar.resident_mb()
        for turn in range(MESSAGES - 400):
            sidecar.ask("message/repair", said[turn % 4])
        last = sidecar.resident_mb()
        yield table.more("memory, 10000 messages", "after tools/set", last, idle, 5, "MB")
        yield table.note("memory, growth after the first 400", "", f"{last - first:+.2g} MB")
