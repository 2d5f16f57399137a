"""Consecutive calls that are each a head with the name, a JSON object and a closer: DeepSeek's, Kimi's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.literals import Fault, skip_space
from sidecar.core.toolset import Toolset

from .json_value import scan_closed_json
from .typed import cast_strings

# a head → the tool's name, and the call's id or None
Named: TypeAlias = Callable[[re.Match[str]], tuple[str, str | None]]


def read_calls(
    text: str,
    at: int,
    begin: int,
    head: re.Pattern[str],
    closer: re.Pattern[str],
    named: Named,
    tools: Toolset,
) -> Block:
    """The calls from `begin` on, as a block that began at `at` and ends with the last of them."""
    here = end = begin
    leaks: list[Leak] = []
    while (found := head.match(text, here)) is not None:
        scanned = scan_closed_json(text, found.end(), lambda end: closer.match(text, end) is not None)
        if isinstance(scanned, Fault):
            return broken(at, len(text) if scanned is Fault.CUT else found.end())
        if not isinstance(scanned.value, dict):
            return broken(at, scanned.end)
        closed = closer.match(text, scanned.end)
        end = closed.end() if closed is not None else scanned.end
        name, call_id = named(found)
        leaks.append(Leak(name, cast_strings(name, scanned.value, tools), (found.start(), end), call_id))
        if len(leaks) > CALLS_READ:
            return broken(at, len(text))
        here = skip_space(text, end)
    return Block((at, end), tuple(leaks))
