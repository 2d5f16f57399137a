"""Text without the spans of calls: the text on both sides stays as it is and meets at a newline."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .leak import Span


def cut_text(text: str, spans: Sequence[Span], frame: str = "") -> str:
    """`text` without `spans`, and in the rest without what matches `frame`: tokens around the calls."""
    pieces: list[str] = []
    here = 0
    for start, end in sorted(spans):
        pieces.append(text[here:start])
        here = max(here, end)
    pieces.append(text[here:])
    if frame:
        token = re.compile(frame)
        pieces = [token.sub("", piece) for piece in pieces]
    made = pieces[0]
    for piece in pieces[1:]:
        made = _joined(made, piece)
    return made


def _joined(left: str, right: str) -> str:
    before, after = left.rstrip(), right.lstrip()
    if before.endswith((",", "[")) and after.startswith(("]", ",")):  # one call of a list is gone
        if after.startswith(","):
            after = after[1:].lstrip()
        else:
            before = before.removesuffix(",")
        return before + after
    if before and after:
        return f"{before}\n{after}"
    return before or after
