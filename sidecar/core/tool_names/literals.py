"""`(path="a", limit=5)` → `{"path": "a", "limit": 5}`: what stands between the brackets of a call."""

from __future__ import annotations

import re
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.literals import Fault, Scanned, scan_literal, skip_space

_KEY = re.compile(r"([A-Za-z_][\w-]*)\s*(?:=(?!=)|:(?=\s*[\"'\[{\d-]))")


class NoLiteralsError(Exception):
    """Not a list of literals: a name, a call, an expression, or cut off."""


def keywords(text: str) -> JsonObject:
    """The keyword arguments between the brackets of a call. Raises NoLiteralsError."""
    found: JsonObject = {}
    at = skip_space(text, 0)
    while at < len(text):
        key = _KEY.match(text, at)
        if key is None or key[1] in found:
            raise NoLiteralsError(text[at : at + 20])
        scanned = _scanned(text, key.end())
        found[key[1]] = scanned.value
        at = skip_space(text, scanned.end)
        if at < len(text) and text[at] != ",":
            raise NoLiteralsError(text[at : at + 20])
        at = skip_space(text, at + 1)
    return found


def value(text: str) -> Any:
    """The one literal in `text`. Raises NoLiteralsError."""
    scanned = _scanned(text, 0)
    if skip_space(text, scanned.end) < len(text):
        raise NoLiteralsError("something follows the value")
    return scanned.value


def _scanned(text: str, at: int) -> Scanned:
    if "\\/" in text:
        raise NoLiteralsError("an escape that JSON and Python read differently")
    scanned = scan_literal(text, skip_space(text, at))
    if isinstance(scanned, Fault):
        raise NoLiteralsError(scanned.value)
    return scanned
