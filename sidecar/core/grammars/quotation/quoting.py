"""Whether a place in a message is quoted: CommonMark's code, quotes and comments, diffs, quotation marks.

One walk over the text. It is told to jump over the calls that were found, since their values may hold fences.
What is opened and never closed is quoted up to the end of the text: a message may be cut there.
"""

from __future__ import annotations

import re

from sidecar.core.budget import step
from sidecar.core.grammars.steps import PLACES_A_STEP

_FENCE = re.compile(r"(?:[ ]{0,3}(?:[-*+>]|\d{1,3}[.)])?[ ]{0,3})(`{3,}|~{3,})([^\n]*)")
_INDENT = re.compile(r"[ ]{4}|[ ]{0,3}\t")
_BLOCKQUOTE = re.compile(r"[ ]{0,3}>(?!>>\S)")
_DIFF = re.compile(r"diff --git |@@ -|--- [\w./]|\+\+\+ [\w./]")
_INLINE = re.compile(r"`+|<!--|\"|[“”„«»]|'''|<(?:pre|code|blockquote|samp)[ >]")
_COMMENT_ENDS = "-->"


class Quoting:
    """The quotations of one text. Ask about places in rising order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = 0  # where reading of the current line begins: after a call that ended in it
        self._start = 0  # where the current line begins
        self._end = text.find("\n")
        self._seen = 0  # up to where inline marks have been read
        self._fence = ""
        self._diff = False
        self._triple = False
        self._work = 0  # lines and marks read
        self._clear()

    def _count(self) -> None:
        self._work += 1
        if not self._work % PLACES_A_STEP:
            step()

    def _clear(self) -> None:
        """A new paragraph: inline marks do not reach over a blank line."""
        self._ticks = 0
        self._quotes = 0
        self._curly = 0
        self._quoted_line = False

    def jump(self, to: int) -> None:
        """Go on at `to`, where a call ends, with nothing open."""
        self._line = self._seen = to
        if 0 <= self._end < to or to >= len(self._text):
            self._start = self._text.rfind("\n", 0, to) + 1
            self._end = self._text.find("\n", to)
        self._clear()

    def quotation_end(self, at: int) -> int | None:
        """Where the quotation that holds `at` ends; None where `at` is plain text."""
        text = self._text
        while 0 <= self._end < at:
            self._read_line(self._line, self._end)
        if self._line > at:  # a comment or raw HTML runs over it
            return self._line
        if self._fence:
            return self._fence_end(at)
        start = self._start
        if self._line <= start:
            fence = _FENCE.match(text, start)
            if fence and fence.start(1) < at and self._opens_fence(start):
                return max(at + 1, self._fence_end(at))
            if _INDENT.match(text, start) or _BLOCKQUOTE.match(text, start) or self._quoted_line:
                return at + 1
        jumped = self._inline(at)
        if jumped > at:
            return jumped
        open_marks = self._ticks or self._quotes % 2 or self._curly > 0 or self._triple or self._diff
        return at + 1 if open_marks else None

    def _read_line(self, start: int, end: int) -> None:
        """Read one whole line that lies before the place asked about."""
        text = self._text
        self._count()
        fence = _FENCE.match(text, start)
        if self._fence:
            if fence and fence[1].startswith(self._fence) and not fence[2].strip():
                self._fence = ""
            self._next(end)
        elif not text[start:end].strip():
            self._clear()
            self._diff = False
            self._next(end)
        elif fence and self._opens_fence(start):
            self._fence = fence[1]
            self._clear()
            self._next(end)
        else:
            self._diff = self._diff or _DIFF.match(text, start) is not None
            self._quoted_line = _BLOCKQUOTE.match(text, start) is not None
            if self._inline(end) <= end:
                self._next(end)

    def _next(self, end: int) -> None:
        self._line = self._seen = self._start = end + 1
        self._end = self._text.find("\n", end + 1)

    def _opens_fence(self, start: int) -> bool:
        fence = _FENCE.match(self._text, start)
        return fence is not None and not (fence[1][0] == "`" and "`" in fence[2])

    def _fence_end(self, at: int) -> int:
        """Where the open fence closes. Reading goes on there."""
        text, line = self._text, at
        if not self._fence:
            opener = _FENCE.match(text, self._start)
            self._fence = opener[1] if opener else "```"
        while (end := text.find("\n", line)) >= 0:
            self._count()
            closer = _FENCE.match(text, end + 1)
            line = end + 1
            if closer and closer[1].startswith(self._fence) and not closer[2].strip():
                self._fence = ""
                after = text.find("\n", line)
                self.jump(len(text) if after < 0 else after + 1)
                return self._line
        self.jump(len(text))
        return len(text)

    def _inline(self, to: int) -> int:
        """Read inline marks up to `to`: `to`, or the end of a comment or raw HTML that runs over it."""
        text = self._text
        while self._seen < to:
            mark = _INLINE.search(text, self._seen, to)
            if mark is None:
                break
            self._count()
            self._seen = mark.end()
            said = mark.group()
            if said[0] == "`":
                self._ticks = 0 if self._ticks == len(said) else self._ticks or len(said)
            elif self._ticks:
                continue
            elif said[0] == "<":
                over = self._markup_end(said, mark.end())
                if over > to:
                    self.jump(over)
                    return over
                self._seen = over
            elif said == "'''":
                self._triple = not self._triple
            elif said == '"':
                if text.startswith('""', mark.end()):
                    self._seen += 2
                    self._triple = not self._triple
                else:
                    self._quotes += 1
            else:
                self._curly = max(0, self._curly + (1 if said in "“„«" else -1))
        self._seen = max(self._seen, to)
        return to

    def _markup_end(self, opener: str, at: int) -> int:
        closer = _COMMENT_ENDS if opener == "<!--" else "</" + opener[1:-1] + ">"
        end = self._text.find(closer, at)
        return len(self._text) if end < 0 else end + len(closer)
