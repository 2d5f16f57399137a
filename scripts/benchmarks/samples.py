"""Many timings of several things, taken in turn so that a busy machine slows all alike."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from statistics import median

from .process import Process


def interleaved(requests: Mapping[str, tuple[Process, bytes]], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each request, by name. The order turns from round to round."""
    names = list(requests)
    times: dict[str, list[float]] = {name: [] for name in names}
    for name in names:
        for _ in range(20):
            requests[name][0].timed(requests[name][1])
    gc.disable()
    for turn in range(rounds):
        for at in range(len(names)):
            name = names[(turn + at) % len(names)]
            process, request = requests[name]
            times[name].append(process.timed(request))
    gc.enable()
    return times


def p50(times: Sequence[float]) -> float:
    return median(times)


def p99(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]
