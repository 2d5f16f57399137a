"""What the model was shown: a call that stands verbatim in a tool result, a file or a prompt is a quotation.

Texts are compared by their letters and digits alone, after JSON's escapes and HTML's entities are undone, so
re-indenting, quoting or escaping a text does not hide it.
"""

from __future__ import annotations

import html
import re
from collections import deque

KEPT_CHARACTERS = 8_000_000  # a long session shows a few; the oldest go first
SHORTEST = 12  # letters and digits; less than that stands in any text

_NUMERIC = re.compile(r"\\+(?:u|x)([0-9a-fA-F]{4}|[0-9a-fA-F]{2})")
_ESCAPE = re.compile(r"\\+[nrtbf]")
_LINE_NUMBER = re.compile(r"^[ \t]*\d+(?:[:|→\t]|[ \t]{2,})[ \t]*", re.M)
_OTHER = re.compile(r"[\W_]+")


def essence(text: str) -> str:
    """The letters and digits of `text`, lower case, escapes and entities undone."""
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "\\" in text:
        text = _ESCAPE.sub(" ", _NUMERIC.sub(_character, text))
    return _OTHER.sub("", text).casefold()


def _character(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16))


class Shown:
    """A bounded memory of texts. Adding is free; texts are reduced when first asked about."""

    def __init__(self, kept: int = KEPT_CHARACTERS) -> None:
        self._kept = kept
        self._size = 0
        self._new: deque[str] = deque()
        self._known: deque[str] = deque()

    def add(self, text: str) -> None:
        """Remember a text the model was given: a tool result, a file, a prompt."""
        if len(text) < SHORTEST:
            return
        text = text[-self._kept :]
        self._new.append(text)
        self._size += len(text)
        while self._size > self._kept and len(self._known) + len(self._new) > 1:
            oldest = self._known.popleft() if self._known else self._new.popleft()
            self._size -= len(oldest)

    def contains(self, snippet: str) -> bool:
        """Whether `snippet` stands in a text shown, however it is indented, quoted or escaped there."""
        wanted = essence(snippet)
        if len(wanted) < SHORTEST:
            return False
        while self._new:
            text = self._new.popleft()
            bare = essence(text)
            numbered = essence(_LINE_NUMBER.sub("", text))
            self._size -= len(text)
            for form in (bare,) if numbered == bare else (bare, numbered):
                self._known.append(form)
                self._size += len(form)
        return any(wanted in text for text in self._known)
