"""`{"path": <|"|>a.md<|"|>}` → `{"path": "a.md"}`: the quotes of Gemma's own grammar in JSON."""

from __future__ import annotations

import json
import re

_QUOTED = re.compile(r"<\|\"\|>(.*?)<\|\"\|>", re.DOTALL)
_MARK = '<|"|>'


def with_json_quotes(text: str) -> str:
    """`text` with such strings written as JSON; as it is where one does not stand in the place of a value."""
    if _MARK not in text:
        return text
    made, end = [], 0
    for found in _QUOTED.finditer(text):
        before, after = text[end : found.start()].rstrip()[-1:], text[found.end() :].lstrip()[:1]
        if _MARK in found[1] or before not in ("{", "[", ",", ":") or after not in ("}", "]", ",", ":"):
            return text
        made += [text[end : found.start()], json.dumps(found[1], ensure_ascii=False)]
        end = found.end()
    return "".join((*made, text[end:])) if _MARK not in text[end:] else text
