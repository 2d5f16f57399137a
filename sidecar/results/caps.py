"""Counts failures, of the same call and of one tool, in one run. A success resets the count."""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject

CALLS_KEPT = 256
NO_TOOL = ""
_VARYING = re.compile(  # what differs between two reports of one error: times, ids, addresses
    r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\b(?=[a-f]*\d)[0-9a-f]{8}[0-9a-f-]*\b|\b0x[0-9a-f]+\b|\d{4,}",
    re.IGNORECASE,
)
_WAITS = re.compile(
    r"\b(?:sleep|wait|watch|poll)\b|start-sleep", re.IGNORECASE
)  # polling fails until what it waits for is there


@dataclass(frozen=True, slots=True)
class Count:
    """How often the same call failed with the same error, and how often its tool failed in this run."""

    same: int
    of_tool: int


@dataclass(slots=True)
class _Repeat:
    tool: str
    error: str
    executed: bool
    count: int = 1


class Caps:
    def __init__(self) -> None:
        self._repeats: OrderedDict[str, _Repeat] = OrderedDict()
        self._tools: OrderedDict[str, int] = OrderedDict()

    def start_run(self) -> None:
        self._repeats.clear()
        self._tools.clear()

    def failed(self, tool: str, key: str, error: str, *, executed: bool, counts_for_tool: bool) -> Count:
        error = _VARYING.sub("#", error[:2000])
        known = self._repeats.get(key)
        if known is not None and known.error == error:
            known.count += 1
        else:
            known = self._repeats[key] = _Repeat(tool, error, executed)
        self._repeats.move_to_end(key)
        if counts_for_tool:
            self._tools[tool] = self._tools.get(tool, 0) + 1
            self._tools.move_to_end(tool)
        for kept in (self._repeats, self._tools):
            while len(kept) > CALLS_KEPT:
                kept.popitem(last=False)
        return Count(known.count, self._tools.get(tool, 0))

    def succeeded(self, tool: str, *, writes: bool) -> None:
        """After something was changed, a call that failed before may do better: run the tests again."""
        self._tools.pop(tool, None)
        self._tools.pop(NO_TOOL, None)
        for key, repeat in list(self._repeats.items()):
            if repeat.tool == tool or (writes and repeat.executed):
                del self._repeats[key]

    def repeats(self, cap: int) -> bool:
        """Whether any call is spent. If not, a message's calls need not be looked at."""
        return cap > 0 and any(one.executed and one.count >= cap for one in self._repeats.values())

    def spent(self, key: str, cap: int) -> bool:
        """Whether this very call ran and failed `cap` times with the same error."""
        repeat = self._repeats.get(key)
        return repeat is not None and repeat.executed and cap > 0 and repeat.count >= cap


def call_key(tool: str, arguments: JsonObject, raw: str | None = None) -> str:
    try:
        text = json.dumps([tool, arguments, raw], sort_keys=True)
    except RecursionError:  # calls of one tool that are nested this deep share a key
        text = tool
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def waits(arguments: JsonObject) -> bool:
    """A call that waits by itself is polling: the same call may fail many times before it succeeds."""
    return any(isinstance(value, str) and _WAITS.search(value) for value in arguments.values())
