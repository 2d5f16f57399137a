"""`'a'`, `“a”`, `\"\"\"a\"\"\"` → a: where a string ends, by the quote that opened it."""

from __future__ import annotations

import re

from .escapes import json_like, python_like
from .verdict import Cut, Doubt, HaltError

QUOTES = frozenset("\"'`“”„‟‘’‚«")

_BODY = {
    '"': re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL),
    "'": re.compile(r"'([^'\\]*(?:\\.[^'\\]*)*)'", re.DOTALL),
    "`": re.compile(r"`([^`\\]*(?:\\.[^`\\]*)*)`", re.DOTALL),
}
_TRIPLE = re.compile(r'"""(.*?)"""(?!")|' + r"'''(.*?)'''(?!')", re.DOTALL)
_SMART_PAIR = re.compile("[“”„‟]")
_SMART_SINGLE = re.compile(r"[’‘](?=\s*[,:}\]=)]|\s*$)")
_STEP = {'"': None, "'": "read-single-quotes", "`": "read-backticks"}
_INSIDE = Cut("the text ends inside a string")


def read_string(text: str, pos: int, stop: int, *, python: bool = False) -> tuple[str, int, str | None]:
    """The string that opens at `pos`: its value, where it ends, and the step its delimiters took."""
    opener = text[pos]
    if opener in _BODY:
        if text.startswith(opener * 3, pos) and opener != "`":
            return _triple(text, pos, stop)
        found = _BODY[opener].match(text, pos, stop)
        if found is None:
            raise HaltError(_INSIDE)
        body = found[1]
        if opener == "`" and "${" in body:
            raise HaltError(None)  # a template to be filled in: not a value
        value = json_like(body) if opener == '"' and not python else python_like(body)
        if value is None:
            raise HaltError(Doubt("an escape can mean two things"))
        return value, found.end(), _STEP[opener]
    end = _smart_end(text, pos, stop)
    value = json_like(text[pos + 1 : end])
    if value is None:
        raise HaltError(Doubt("an escape can mean two things"))
    return value, end + 1, "read-smart-quotes"


def _triple(text: str, pos: int, stop: int) -> tuple[str, int, str]:
    found = _TRIPLE.match(text, pos, stop)
    if found is None:
        raise HaltError(None)
    value = python_like(found[1] if found[1] is not None else found[2])
    if value is None:
        raise HaltError(Doubt("an escape can mean two things"))
    return value, found.end(), "read-triple-quotes"


def _smart_end(text: str, pos: int, stop: int) -> int:
    """Where the closing smart quote stands. `“a “b” c”` nests; `’` inside a word is an apostrophe."""
    if text[pos] in "‘’‚":
        found = _SMART_SINGLE.search(text, pos + 1, stop)
        if found is None:
            raise HaltError(_INSIDE)
        return found.start()
    depth = 1
    for found in _SMART_PAIR.finditer(text, pos + 1, stop):
        depth += 1 if found[0] in "“„" else -1
        if depth == 0:
            return found.start()
    raise HaltError(_INSIDE)
