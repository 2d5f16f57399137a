"""`{"a": "x⏎y"}` → itself: JSON as it is, raw control characters in strings allowed as pi allows them."""

from __future__ import annotations

import json
import re

from sidecar.core.argument_text.verdict import Candidate, HaltError, Pairs, Verdict


def _no_constant(name: str) -> None:
    raise HaltError(None)  # NaN and Infinity: the lenient reader knows what they may be


_DECODER = json.JSONDecoder(object_pairs_hook=Pairs, parse_constant=_no_constant, strict=False)
_LOST_BACKSLASH = re.compile(r'"[A-Za-z]:\\[bfnrt]\w')  # `C:\new` is valid JSON and no path any more


def read_strict(text: str, start: int, stop: int, keys: frozenset[str]) -> Verdict:
    try:
        tree, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError, HaltError):
        return None
    if end > stop or _LOST_BACKSLASH.search(text, start, end):
        return None
    return Candidate(tree, start, end)
