"""100 kB of text without any leak, with every grammar looking for one, against none looking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import messages, table
from .process import SIDECAR, Process
from .samples import interleaved, p50

PROSE = "The function `read_all` returns a list; if (a < b) it stops early, see <div> in page.html. "
CODE = "```python\nfor item in items:\n    print(item[0], {'key': item})\n```\n\n"


def rows(rounds: int) -> Iterator[table.Row]:
    config = {"grammar": {"enabled": True}}
    with Process(SIDECAR) as off, Process(SIDECAR, config) as on:
        for process in (off, on):
            process.start(messages.tools())
        for name, piece in (("prose", PROSE * 8 + "\n\n"), ("with code", PROSE * 3 + "\n\n" + CODE)):
            said: dict[str, Any] = messages.message("read", {"path": "a.py"})
            said["content"].insert(0, {"type": "text", "text": (piece * 1000)[:100_000]})
            params = messages.params(said)
            requests = {
                "off": (off, off.request("message/repair", params)),
                "on": (on, on.request("message/repair", params)),
            }
            times = interleaved(requests, rounds)
            what = f"100 kB clean text, {name}, grammar on"
            yield table.more(what, "grammar off", p50(times["on"]), p50(times["off"]), 0.3)
