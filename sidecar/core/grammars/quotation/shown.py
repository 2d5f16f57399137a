"""What the model was shown: a call that stands in a tool result, a file or a prompt is a quotation.

Verbatim, however it is indented, quoted or escaped there, or in another grammar with the same payload.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject

from .call_shapes import Payload, regions
from .encodings import decoded
from .essence import essence, letters, plain, tight

KEPT_CHARACTERS = 8_000_000  # a long session shows a few; the oldest go first
SEAM = 3_000  # characters on either side of a cut
SEAMS_KEPT = 200
SHORTEST = 12  # letters and digits; less than that stands in any text

FEWEST = 3  # characters, marks and all

_LINE_NUMBER = re.compile(r"^[ \t]*\d+(?:[:|→\t]|[ \t]{2,})[ \t]*", re.M)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text shown, by its letters and digits, and the parts of it that look like calls."""

    bare: str
    tight: str
    calls: tuple[str, ...]

    def __len__(self) -> int:
        return sum(map(len, (self.bare, self.tight, *self.calls)))


class Shown:
    """A bounded memory of texts. Adding is free; texts are reduced when first asked about."""

    def __init__(self, kept: int = KEPT_CHARACTERS) -> None:
        self._kept = kept
        self._size = 0
        self._new: deque[str] = deque()
        self._known: deque[_Text] = deque()
        self._end = ""  # of the text reduced last
        self._seams: deque[tuple[str, str]] = deque(maxlen=SEAMS_KEPT)

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
        return any(self._holding(snippet)) or self._sewn(snippet)

    def quotes(self, said: str, name: str, arguments: JsonObject) -> bool:
        """Whether a text shown holds the call that was written as `said`, in that grammar or in any other."""
        payload = Payload(name, arguments)
        if self._stands_there(said) or self._sewn(said):
            return True
        # "run bash, command npm test" has all the letters of a call without words of its own, but no marks
        wordless = payload.is_all_of(said)
        if any(not wordless or payload.is_marked(text.tight) for text in self._holding(said)):
            return True
        return any(
            any(map(payload.stands_in, text.calls)) or payload.spelt_out(text.tight) for text in self._known
        )

    def _stands_there(self, said: str) -> bool:
        """Whether a call of too few letters to speak for itself stands there mark by mark: `deploy()`."""
        self._reduce()
        marked = tight(plain(said))
        few = len(marked) > FEWEST and len(essence(said)) < SHORTEST
        return few and any(marked in text.tight for text in self._known)

    def _holding(self, snippet: str) -> Iterator[_Text]:
        self._reduce()
        wanted = essence(snippet)
        if len(wanted) >= SHORTEST:
            yield from (text for text in self._known if wanted in text.bare)

    def _reduce(self) -> None:
        while self._new:
            text = self._new.popleft()
            self._size -= len(text)
            for said in (text, *decoded(text)):
                self._know(said)
            self._sew(text)

    def _sew(self, text: str) -> None:
        """A file read in two parts: what was cut apart is whole across them, and only there."""
        reach = min(SEAM, self._kept // 100)
        if self._end:
            self._seams.append((letters(plain(self._end)), letters(plain(text[:reach]))))
        self._end = (self._end + text)[-reach:]

    def _sewn(self, said: str) -> bool:
        """Whether `said` stands across the end of one text and the beginning of the next."""
        self._reduce()
        wanted = essence(said)
        return len(wanted) >= SHORTEST and any(
            0 <= (end + start).find(wanted, max(0, len(end) - len(wanted) + 1)) < len(end)
            for end, start in self._seams
        )

    def _know(self, text: str) -> None:
        undone = plain(text)
        unnumbered = _LINE_NUMBER.sub("", undone)
        for form in (undone,) if unnumbered == undone else (undone, unnumbered):
            reduced = _Text(letters(form), tight(form), regions(form))
            self._known.append(reduced)
            self._size += len(reduced)
