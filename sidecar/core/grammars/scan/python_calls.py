"""Blocks made of `name(key=literal)` calls: a bracketed list, or one call a line."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.literals import Fault, skip_space
from sidecar.core.toolset import Toolset

from .python_literal import scan_call
from .typed import cast_strings

_CALL_AHEAD = re.compile(r"[A-Za-z_][\w.\-]{0,120}\s{0,4}\(")


def extract_listed(text: str, start: int, body: int, tools: Toolset) -> Block | None:
    """`[name(…), name(…)]` at `body`. None where the bracket holds anything else."""
    if text[body : body + 1] != "[":
        return None
    here = skip_space(text, body + 1)
    if here < len(text) and not _CALL_AHEAD.match(text, here):
        return None
    leaks: list[Leak] = []
    while here < len(text) and text[here] != "]":
        leak = read_call(text, here, tools)
        if isinstance(leak, int):
            return broken(start, leak)
        leaks.append(leak)
        if len(leaks) > CALLS_READ:
            return broken(start, len(text))
        here = skip_space(text, leak.span[1])
        if text[here : here + 1] == ",":
            here = skip_space(text, here + 1)
        elif here < len(text) and text[here] != "]":
            return broken(start, here)
    if here >= len(text):
        return broken(start, len(text))
    return Block((start, here + 1), tuple(leaks))


def extract_lines(text: str, start: int, body: int, tools: Toolset) -> Block | None:
    """Calls at `body`, one after another with only white space between."""
    leaks: list[Leak] = []
    here = body
    while _CALL_AHEAD.match(text, here):
        leak = read_call(text, here, tools)
        if isinstance(leak, int):
            return broken(start, leak)
        leaks.append(leak)
        if len(leaks) > CALLS_READ:
            return broken(start, len(text))
        here = skip_space(text, leak.span[1])
    return Block((start, leaks[-1].span[1]), tuple(leaks)) if leaks else None


def read_call(text: str, at: int, tools: Toolset) -> Leak | int:
    """The call at `at`, or where reading stopped."""
    scanned = scan_call(text, at, tools)
    if isinstance(scanned, Fault):
        return len(text) if scanned is Fault.CUT else at + 1
    name, arguments = scanned.value
    return Leak(name, cast_strings(name, arguments, tools), (at, scanned.end))
