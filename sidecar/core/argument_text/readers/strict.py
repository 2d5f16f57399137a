"""`{"a": "x⏎y"}` → itself: JSON as it is, raw control characters in strings allowed as pi allows them."""

from __future__ import annotations

import re

from sidecar.core.argument_text.verdict import Candidate, Pairs, Verdict
from sidecar.core.spelling import as_written
from sidecar.core.values import json_decoder

_DECODER = json_decoder(object_pairs_hook=Pairs, strict=False, parse_int=as_written, parse_float=as_written)
_LOST_BACKSLASH = re.compile(r'"[A-Za-z]:\\[bfnrt]\w')  # `C:\new` is valid JSON and no path any more


def read_strict(text: str, start: int, stop: int, keys: frozenset[str]) -> Verdict:
    try:
        tree, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    if end > stop or _LOST_BACKSLASH.search(text, start, end):
        return None
    return Candidate(tree, start, end)
