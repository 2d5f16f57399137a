"""`name(key=literal, …)` inside other text: a call written as Python."""

from __future__ import annotations

import re
from typing import Any

from sidecar.core.literals import Fault, Scanned, scan_literal, skip_space
from sidecar.core.toolset import Toolset

from .raw_quotes import as_written, scan_raw

_WORD = re.compile(r"[A-Za-z_]\w*")
_NAME = re.compile(r"[A-Za-z_][\w.\-]{0,120}")
_KEYWORD = re.compile(r"([A-Za-z_]\w{0,120})\s{0,8}=(?!=)")


def scan_call(text: str, at: int, tools: Toolset) -> Scanned | Fault:
    """`name(key=literal, …)` → `(name, arguments)`. Positional arguments are malformed: no key is given."""
    name = _NAME.match(text, at)
    if name is None:
        return Fault.CUT if at >= len(text) else Fault.MALFORMED
    here = skip_space(text, name.end())
    if here >= len(text):
        return Fault.CUT
    if text[here] != "(":
        return Fault.MALFORMED
    arguments: dict[str, Any] = {}
    here = skip_space(text, here + 1)
    while here < len(text) and text[here] != ")":
        keyword = _KEYWORD.match(text, here)
        if keyword is None:
            word = _WORD.match(text, here)
            return Fault.CUT if word is not None and word.end() == len(text) else Fault.MALFORMED
        if keyword[1] in arguments:
            return Fault.MALFORMED
        scanned = _value(text, skip_space(text, keyword.end()), name.group(), arguments, tools)
        if isinstance(scanned, Fault):
            return scanned
        arguments[keyword[1]] = scanned.value
        here = skip_space(text, scanned.end)
        if here < len(text) and text[here] == ",":
            here = skip_space(text, here + 1)
        elif here < len(text) and text[here] != ")":
            return Fault.MALFORMED
    if here >= len(text):
        return Fault.CUT
    return Scanned((name.group(), arguments), here + 1)


def _value(text: str, at: int, name: str, given: dict[str, Any], tools: Toolset) -> Scanned | Fault:
    """The literal at `at`, or the text between quotes there that stand for themselves."""
    scanned = scan_literal(text, at)
    if isinstance(scanned, Fault) or text[at] not in "'\"":
        return scanned
    after = skip_space(text, scanned.end)
    if after < len(text) and text[after] not in ",)":
        return scan_raw(text, at, name, given, tools)
    return Scanned(as_written(text[at : scanned.end], scanned.value), scanned.end)
