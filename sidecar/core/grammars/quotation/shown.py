"""The texts that the model was given to read: a call that stands in one of them is quoted and must not run.

It is found however it is indented, quoted, escaped or encoded there, and in other markup as well.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject

from .call_shapes import Payload, regions
from .encodings import decoded
from .letters import compact, letters, only_letters, unescaped

KEPT_CHARACTERS = 8_000_000  # the oldest texts go first
JOIN_REACH = 3_000  # characters on either side of where two texts meet
JOINS_KEPT = 200
SHORTEST = 12  # letters and digits; fewer stand in any text
SHORTEST_COMPACT = 3  # characters, punctuation included

_LINE_NUMBER = re.compile(r"^[ \t]*\d+(?:[:|→\t]|[ \t]{2,})[ \t]*", re.M)


@dataclass(frozen=True, slots=True)
class _Text:
    """One text as it is searched: its two forms of `letters`, and its regions that look like calls."""

    letters: str
    compact: str
    calls: tuple[str, ...]

    def __len__(self) -> int:
        return sum(map(len, (self.letters, self.compact, *self.calls)))


class Shown:
    """A bounded memory of texts. They are prepared for searching at the first question, not when added."""

    def __init__(self, kept: int = KEPT_CHARACTERS) -> None:
        self._kept = kept
        self._size = 0
        self._pending: deque[str] = deque()
        self._ready: deque[_Text] = deque()
        self._end = ""  # of the text prepared last
        self._joins: deque[tuple[str, str]] = deque(maxlen=JOINS_KEPT)

    def add(self, text: str) -> None:
        """Remember a text the model was given: a tool result, a file, a prompt."""
        if len(text) < SHORTEST:
            return
        text = text[-self._kept :]
        self._pending.append(text)
        self._size += len(text)
        while self._size > self._kept and len(self._ready) + len(self._pending) > 1:
            oldest = self._ready.popleft() if self._ready else self._pending.popleft()
            self._size -= len(oldest)

    def contains(self, snippet: str) -> bool:
        """Whether a text holds `snippet`, however it is indented, quoted or escaped there."""
        return any(self._texts_with(snippet)) or self._across_a_join(snippet)

    def quotes(self, said: str, name: str, arguments: JsonObject) -> bool:
        """Whether a text holds the call that the model wrote as `said`, in that format or in any other."""
        payload = Payload(name, arguments)
        if self._holds_short_call(said) or self._across_a_join(said):
            return True
        # "run bash, command npm test" has all letters of such a call, but not its punctuation
        wordless = payload.has_all_letters_of(said)
        if any(not wordless or payload.is_named_in(text.compact) for text in self._texts_with(said)):
            return True
        return any(
            any(map(payload.is_in, text.calls)) or payload.is_command_in(text.compact) for text in self._ready
        )

    def _holds_short_call(self, said: str) -> bool:
        """Whether a call too short for letters alone stands there with its punctuation: `deploy()`."""
        self._prepare_pending()
        short = compact(unescaped(said))
        few = len(short) > SHORTEST_COMPACT and len(letters(said)) < SHORTEST
        return few and any(short in text.compact for text in self._ready)

    def _texts_with(self, snippet: str) -> Iterator[_Text]:
        self._prepare_pending()
        wanted = letters(snippet)
        if len(wanted) >= SHORTEST:
            yield from (text for text in self._ready if wanted in text.letters)

    def _prepare_pending(self) -> None:
        while self._pending:
            text = self._pending.popleft()
            self._size -= len(text)
            for said in (text, *decoded(text)):
                self._prepare(said)
            self._join(text)

    def _join(self, text: str) -> None:
        """Keep where two texts meet: a call in a file read in two parts is whole only across them."""
        reach = min(JOIN_REACH, self._kept // 100)
        if self._end:
            self._joins.append((only_letters(unescaped(self._end)), only_letters(unescaped(text[:reach]))))
        self._end = (self._end + text)[-reach:]

    def _across_a_join(self, said: str) -> bool:
        """Whether `said` begins in one text and ends in the next."""
        self._prepare_pending()
        wanted = letters(said)
        return len(wanted) >= SHORTEST and any(
            0 <= (end + start).find(wanted, max(0, len(end) - len(wanted) + 1)) < len(end)
            for end, start in self._joins
        )

    def _prepare(self, text: str) -> None:
        plain = unescaped(text)
        unnumbered = _LINE_NUMBER.sub("", plain)
        for form in (plain,) if unnumbered == plain else (plain, unnumbered):
            prepared = _Text(only_letters(form), compact(form), regions(form))
            self._ready.append(prepared)
            self._size += len(prepared)
