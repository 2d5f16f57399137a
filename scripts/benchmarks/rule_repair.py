"""A call that one rule mends (`file_path` for `path`) against the same call without the slip."""

from __future__ import annotations

from collections.abc import Iterator

from . import messages, table
from .process import SIDECAR, Process
from .samples import interleaved, p50, p99


def rows(rounds: int) -> Iterator[table.Row]:
    with Process(SIDECAR) as sidecar:
        sidecar.start(messages.tools())
        valid = messages.params(messages.message("read", {"path": "src/app.py"}))
        slip = messages.params(messages.message("read", {"file_path": "src/app.py"}), "path is missing")
        requests = {
            "valid": (sidecar, sidecar.request("message/repair", valid)),
            "slip": (sidecar, sidecar.request("message/repair", slip)),
        }
        times = interleaved(requests, rounds)
        yield table.more("rule repair, p50", "valid call", p50(times["slip"]), p50(times["valid"]), 0.6)
        yield table.limit("rule repair, p99", p99(times["slip"]), 5, "ms")
