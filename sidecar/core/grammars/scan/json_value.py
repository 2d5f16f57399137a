"""A JSON value inside other text: its value and where it ends, or that it is cut off or malformed.

The end is found by brackets and quotes, then that much is decoded. Strings may hold raw newlines and tabs,
as models write them. A repeated key is malformed: nobody knows which value was meant. Numbers know their
spelling: only the schema says whether they are text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sidecar.core.literals import DEEPEST, Fault, Scanned, skip_space
from sidecar.core.spelling import as_written
from sidecar.core.values import json_decoder

_CLOSER = {"{": "}", "[": "]"}
_TEXT = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_STRING = re.compile(_TEXT, re.DOTALL)
# up to the next bracket, to a quote that never closes, or to the limit
_PLAIN = re.compile(rf'(?:[^"{{}}\[\]]+|{_TEXT}|\[\]|\{{\}}){{0,1000}}', re.DOTALL)
_PLAIN_TO_TAG = re.compile(rf'(?:[^"{{}}\[\]<]+|{_TEXT}|\[\]|\{{\}}){{0,1000}}', re.DOTALL)
_SCALAR_END = re.compile(r"[\s,;\]})<]|\Z")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key twice")
    return made


_DECODER = json_decoder(object_pairs_hook=_object, strict=False, parse_int=as_written, parse_float=as_written)


def _end(text: str, at: int) -> int | Fault:
    """Where the value that begins at `at` ends, going by brackets and quotes alone."""
    if text[at] == '"':
        string = _STRING.match(text, at)
        return string.end() if string is not None else Fault.CUT
    if text[at] not in "{[":
        ending = _SCALAR_END.search(text, at)
        return ending.start() if ending is not None and ending.start() > at else Fault.MALFORMED
    closers = [_CLOSER[text[at]]]
    here = at + 1
    while (here := _end_of(_PLAIN, text, here)) < len(text):
        said = text[here]
        if said not in "{}[]":
            if said == '"' and _STRING.match(text, here) is None:
                return Fault.CUT
            continue
        here += 1
        if said in "{[":
            closers.append(_CLOSER[said])
            if len(closers) > DEEPEST:
                return Fault.MALFORMED
        elif said != closers.pop():
            return Fault.MALFORMED
        elif not closers:
            return here
    return Fault.CUT


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found is not None else at


def scan_json(text: str, at: int) -> Scanned | Fault:
    """The value that begins exactly at `at`."""
    if at >= len(text):
        return Fault.CUT
    end = _end(text, at)
    if isinstance(end, Fault):
        return end
    try:
        value, read = _DECODER.raw_decode(text[at:end])
    except (ValueError, RecursionError):
        return Fault.MALFORMED
    return Scanned(value, end) if read == end - at else Fault.MALFORMED


def scan_closed_json(text: str, at: int, closes: Callable[[int], bool]) -> Scanned | Fault:
    """The same, with the brackets that are missing at the end, before a tag for which `closes` holds.

    The tag says that the value was not cut off. No bracket is supplied inside it, and no quote.
    """
    scanned = scan_json(text, at)
    if not isinstance(scanned, Fault) or text[at : at + 1] not in ("{", "["):
        return scanned
    unclosed = _unclosed(text, at)
    if unclosed is None or not closes(unclosed[0]):
        return scanned
    end, brackets = unclosed
    body = text[at:end].rstrip()
    made = scan_json(body + brackets, 0)
    return made if isinstance(made, Fault) else Scanned(made.value, at + len(body))


def _unclosed(text: str, at: int) -> tuple[int, str] | None:
    """Where a tag stands among the value's brackets, and the brackets that are open there."""
    closers = [_CLOSER[text[at]]]
    here = at + 1
    while (here := _end_of(_PLAIN_TO_TAG, text, here)) < len(text):
        said = text[here]
        if said == "<":
            return here, "".join(reversed(closers))
        if said not in "{}[]":
            if said == '"' and _STRING.match(text, here) is None:
                return None
            continue
        here += 1
        if said in "{[" and len(closers) <= DEEPEST:
            closers.append(_CLOSER[said])
        elif not closers or said != closers.pop():
            return None
    return None


def whole_json(text: str) -> Scanned | None:
    """The value of all of `text`, white space around it ignored; None where it is not one JSON value."""
    try:
        start = skip_space(text, 0)
        value, read = _DECODER.raw_decode(text[start:])
    except (ValueError, RecursionError):
        return None
    return Scanned(value, start + read) if skip_space(text, start + read) == len(text) else None
