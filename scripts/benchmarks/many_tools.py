"""The same valid call when pi has a thousand tools instead of seven."""

from __future__ import annotations

from collections.abc import Iterator

from . import messages, table
from .process import SIDECAR, Process
from .samples import interleaved, p50


def rows(rounds: int) -> Iterator[table.Row]:
    with Process(SIDECAR) as few, Process(SIDECAR) as many:
        few.start(messages.tools())
        many.start(messages.tools(1000))
        params = messages.params(messages.message("edit", messages.edit(200)))
        requests = {
            "few": (few, few.request("message/repair", params)),
            "many": (many, many.request("message/repair", params)),
        }
        times = interleaved(requests, rounds)
        yield table.ratio("valid call, 1000 tools", "7 tools", p50(times["many"]), p50(times["few"]), 1.2)
