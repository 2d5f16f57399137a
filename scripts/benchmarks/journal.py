"""A repaired call with the journal on, against off: what is written down must not keep the answer waiting."""

from __future__ import annotations

from collections.abc import Iterator

from . import messages, table
from .process import ROOT, SIDECAR, Process
from .samples import interleaved, p50


def rows(rounds: int) -> Iterator[table.Row]:
    if not (ROOT / "sidecar/journal").is_dir():
        return
    with Process(SIDECAR, {"journal": "off"}) as off, Process(SIDECAR, {"journal": "shapes"}) as on:
        for process in (off, on):
            process.start(messages.tools())
        for what, arguments in (("valid call", {"path": "a.py"}), ("rule repair", {"file_path": "a.py"})):
            params = messages.params(messages.message("read", arguments))
            requests = {
                "off": (off, off.request("message/repair", params)),
                "on": (on, on.request("message/repair", params)),
            }
            times = interleaved(requests, rounds)
            yield table.more(f"{what}, journal on", "journal off", p50(times["on"]), p50(times["off"]), 0.05)
