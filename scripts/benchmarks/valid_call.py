"""A valid `edit` call of three sizes, request to answer, against the least these libraries cost."""

from __future__ import annotations

from collections.abc import Iterator

from . import messages, table
from .process import ECHO, FLOOR, SIDECAR, Process
from .samples import interleaved, p50, p99

BARS = {200: 1.3, 10_000: 1.3, 100_000: 1.25}  # bytes: times the floor
AGAINST = "30-line server"


def rows(rounds: int) -> Iterator[table.Row]:
    with Process(FLOOR) as floor, Process(ECHO) as echo, Process(SIDECAR) as sidecar:
        for process in (floor, sidecar):
            process.start(messages.tools())
        for size, bar in BARS.items():
            params = messages.params(messages.message("edit", messages.edit(size)))
            peers = {"floor": floor, "echo": echo, "sidecar": sidecar}
            requests = {name: (peer, peer.request("message/repair", params)) for name, peer in peers.items()}
            before = {name: peer.cpu_ms() for name, peer in peers.items()}
            times = interleaved(requests, rounds)
            cpu = {name: (peer.cpu_ms() - before[name]) / rounds for name, peer in peers.items()}
            what = f"valid edit call, {size // 1000} kB" if size >= 1000 else f"valid edit call, {size} B"
            mine, least = times["sidecar"], times["floor"]
            yield table.ratio(f"{what}, p50", AGAINST, p50(mine), p50(least), bar)
            yield table.ratio(f"{what}, p99", AGAINST, p99(mine), p99(least), 2)
            used = f"{cpu['sidecar'] / cpu['floor']:.2f} × ({cpu['sidecar']:.3g} : {cpu['floor']:.3g} ms)"
            yield table.note(f"{what}, processor time", AGAINST, used, **cpu)
            yield table.note(f"{what}, bare JSON echo", "", f"{p50(times['echo']):.3g} ms p50")
