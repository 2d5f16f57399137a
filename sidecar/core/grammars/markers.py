"""Whether a text can hold a leak at all: the one scan that clean text pays for.

To look for one character costs a fraction of looking for a word. So the markers share a few patterns, each of
which begins with a rare character and looks around from there.
"""

from __future__ import annotations

import re

from .formats import GRAMMARS

_WORDS = tuple(
    (pattern.lstrip("\\")[0], re.compile(pattern))
    for pattern in (
        r"<(?=[|｜cfTt])(?:[|｜]|call:|function|TOOLCALL>|toolcall>|tools>)",
        r"\[(?:TOOL_(?:CALLS|REQUEST)\]|ARGS\]|(?<=functools\[))",
        r"_(?:c(?<=tool_c)|api\.(?<=default_api\.)|f(?:(?<=<dots_f)|(?<=<start_f))unction_call)",
        r"=(?<=to=)functions\.",
        r"k(?<=invok)e name",
        r"A(?=ction:)",
    )
)
_ARROWS = re.compile(r">>>+")
_ADDRESSED = re.compile(r"[\w.\-]{1,120}\n\s{0,8}\{")
# common in clean text, or rare ones whose calls always hold one of the words above
_SEEN_BY_MORE = frozenset({"invoke", ">>>", "DSML", "GCML", "<arg_key>", "]<]minimax[>[", "</"})
# tags that are named after tools end a message, up to a remark
_CLOSER = re.compile(r"</[A-Za-z_][\w.\-]{1,80}>[ \t\r]{0,80}(?:\n|\Z)")
_AT_END = 500  # characters


def may_leak(text: str) -> bool:
    """Whether any grammar's marker may stand in `text`."""
    if _has_word(text) or (">" in text and _has_arrows(text)):
        return True
    if text.find("</", -_AT_END) >= 0 and _CLOSER.search(text, max(0, len(text) - _AT_END)):
        return True
    return bool(_OTHERS) and any(mark in text for mark in _OTHERS)


def _has_word(text: str) -> bool:
    for first, pattern in _WORDS:  # noqa: SIM110 - a generator costs half as much as the scan of a short text
        if first in text and pattern.search(text):
            return True
    return False


def _has_arrows(text: str) -> bool:
    """Whether `>>>` is followed by a name and its JSON; a Python prompt is not."""
    return any(_ADDRESSED.match(text, arrows.end()) for arrows in _ARROWS.finditer(text))


# markers that no shared pattern covers: looked for one by one
_OTHERS = tuple(
    mark
    for grammar in GRAMMARS
    for mark in grammar.MARKERS
    if mark not in _SEEN_BY_MORE and not _has_word(mark)
)
