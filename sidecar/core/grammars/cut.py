"""Text without the spans of calls: the text on both sides stays and meets at a newline.

Control tokens left over beside a call go with it, and so does a stray word right before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from re import Pattern

from .leak import Span
from .tokens import without_tokens

# what models write where a call's first token should be, alone on its line or before the call
_STRAY_WORD = re.compile(r"(?:\A|\n)[ \t]*(?:call|count|court)\s*\Z")


def cut_text(text: str, spans: Sequence[Span], frame: str = "", kept: Sequence[Span] = ()) -> str:
    """`text` without `spans`, and in the rest without what matches `frame`: tokens around the calls.

    `kept`: other calls, of which all stays.
    """
    token = re.compile(frame) if frame else None
    pieces: list[str] = []
    here = 0
    for start, end in sorted(spans):
        pieces.append(_piece(text, (here, start), kept, token, last=False))
        here = max(here, end)
    pieces.append(_piece(text, (here, len(text)), kept, token, last=True))
    made = pieces[0]
    for piece in pieces[1:]:
        made = _joined(made, piece)
    return made


def _piece(text: str, span: Span, kept: Sequence[Span], frame: Pattern[str] | None, *, last: bool) -> str:
    """The text of `span`, which lies between two calls that go. `last`: the text ends there."""
    start, end = span
    inside = [stay for stay in kept if stay[0] < end and start < stay[1]]
    if not inside:
        piece = without_tokens(_unframed(text, span, frame), first=start > 0, last=not last)
        piece = piece if last else _STRAY_WORD.sub("", piece)
        return piece if start else _without_opener(piece)
    first = max(start, min(stay[0] for stay in inside))
    behind = min(end, max(stay[1] for stay in inside))
    head = without_tokens(_unframed(text, (start, first), frame), first=start > 0, last=False)
    tail = _unframed(text, (behind, end), frame)
    return head + text[first:behind] + (tail if last else without_tokens(tail, first=False))


def _without_opener(text: str) -> str:
    """The beginning of a message without an opener that nothing closes or uses."""
    plain = without_tokens(text, last=False)
    return text if plain == text or "<" in plain else plain.lstrip()


def _unframed(text: str, span: Span, frame: Pattern[str] | None) -> str:
    """The text of `span` without tokens of a frame. A frame may ask for the beginning of the whole text."""
    here, end = span
    pieces: list[str] = []
    for token in frame.finditer(text, here, end) if frame is not None else ():
        pieces.append(text[here : token.start()])
        here = token.end()
    return "".join((*pieces, text[here:end]))


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
