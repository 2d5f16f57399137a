"""Blocks made of `name(key=literal)` calls: a list in brackets, of texts too, or one call a line."""

from __future__ import annotations

import re
from dataclasses import replace

from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.literals import Fault, scan_string, skip_space
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
    """Calls at `body`, one after another with white space or `;` between."""
    leaks: list[Leak] = []
    here = end = body
    while _CALL_AHEAD.match(text, here):
        leak = read_call(text, here, tools)
        if isinstance(leak, int):
            return broken(start, leak)
        leaks.append(leak)
        if len(leaks) > CALLS_READ:
            return broken(start, len(text))
        end = leak.span[1]
        after = skip_space(text, end)
        if text[after : after + 1] == ";":
            end = after + 1
        here = skip_space(text, end)
    return Block((start, end), tuple(leaks)) if leaks else None


def extract_quoted(text: str, tools: Toolset) -> Block | None:
    """`['name(…)', "name(…)"]`, which is all of `text`; None for any other list."""
    leaks: list[Leak] = []
    here = 1 if text.startswith("[") else len(text)
    while here < len(text) and len(leaks) <= CALLS_READ:
        here = skip_space(text, here)
        string = scan_string(text, here) if text[here : here + 1] in ("'", '"') else Fault.MALFORMED
        if isinstance(string, Fault):
            return None
        leak = read_call(string.value, 0, tools)
        if isinstance(leak, int) or leak.span[1] != len(string.value):
            return None
        leaks.append(replace(leak, span=(here, string.end)))
        here = skip_space(text, string.end)
        if text[here : here + 1] == "]":
            return Block((0, here + 1), tuple(leaks))
        if text[here : here + 1] != ",":
            return None
        here += 1
    return None


def read_call(text: str, at: int, tools: Toolset) -> Leak | int:
    """The call at `at`, or where reading stopped."""
    scanned = scan_call(text, at, tools)
    if isinstance(scanned, Fault):
        return len(text) if scanned is Fault.CUT else at + 1
    name, arguments = scanned.value
    return Leak(name, cast_strings(name, arguments, tools), (at, scanned.end))
