"""The texts that the model was given to read: a call that stands in one of them is quoted and must not run.

It is found however it is indented, quoted, escaped, highlighted or encoded there, in other markup as well.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject
from sidecar.core.budget import step
from sidecar.core.values import equal

from .call_shapes import Payload, finds, longest_value
from .encodings import decoded
from .forms import Form
from .letters import compact, letters, unescaped
from .records import joined_stream

KEPT_CHARACTERS = 64_000_000  # of the texts themselves, more than any model reads; the oldest go first
PIECE = 50_000  # characters prepared at once
CHARACTERS_A_STEP = 500
JOIN_REACH = 3_000  # characters on either side of where two texts meet
SHORTEST = 12  # letters and digits; fewer stand in any text
SHORTEST_COMPACT = 3  # characters, punctuation included
MOST_ALLOWED = 1_000  # calls
NEAR, PLACES_READ = 20_000, 12  # letters around a value in which its call stands, places in all

_NUMBER = r"(?:\d{1,7}[ \t]{1,8})?\d{1,7}(?:[:|→│\t)+-]|[ \t])"
_LINE_NUMBER = re.compile(rf"^[ \t>|]{{0,20}}{_NUMBER}[ \t]{{0,20}}", re.M)


@dataclass(frozen=True, slots=True)
class _Text:
    """One text, or a piece of a long one: its `size`, and the forms in which it is searched."""

    size: int
    forms: tuple[Form, ...]


class Shown:
    """A bounded memory of texts. `prepare` makes them ready for searching; a question does what is left."""

    def __init__(self, kept: int = KEPT_CHARACTERS) -> None:
        self._kept, self._reach = kept, min(JOIN_REACH, kept // 100)
        self._size = 0
        self._pending: deque[str] = deque()
        self._ready: deque[_Text] = deque()
        self._end = ""  # of the text prepared last
        self._allowed: deque[tuple[str, JsonObject]] = deque(maxlen=MOST_ALLOWED)

    def add(self, text: str) -> None:
        """Remember a text the model was given: a tool result, a file, a prompt."""
        text = text[-self._kept :]
        for start in range(0, len(text), PIECE):
            self._pending.append(text[start : start + PIECE])
        self._size += len(text)
        while self._size > self._kept and len(self._ready) + len(self._pending) > 1:
            self._size -= self._ready.popleft().size if self._ready else len(self._pending.popleft())

    def prepare(self) -> bool:
        """Make one piece ready for searching. False where none is left."""
        if not self._pending:
            return False
        text = self._pending[0]
        step(1 + len(text) // CHARACTERS_A_STEP)
        joined = self._end + text[: self._reach] if self._end else ""
        said = [*_said(text), *(_said(joined) if len(joined) >= SHORTEST else ())]
        self._ready.append(_Text(len(text), tuple(map(Form, said))))
        self._pending.popleft()
        self._end = (self._end + text)[-self._reach :]
        return True

    def allow(self, name: str, arguments: JsonObject) -> None:
        """The person wants this very call to run, wherever it stands."""
        self._allowed.append((name, arguments))

    def allows(self, name: str, arguments: JsonObject) -> bool:
        return any(name == other and equal(arguments, given) for other, given in self._allowed)

    def near(self, arguments: JsonObject) -> Iterator[str]:
        """The texts around the places where the longest value of a call may stand."""
        wanted = longest_value(arguments)
        if not wanted:
            return
        left = PLACES_READ
        for form in self._forms():
            here = -1
            for at in finds(form.letters, wanted):
                if at >= here:
                    here = at + NEAR
                    yield form.around(at - NEAR, at + len(wanted) + NEAR)[0]
                    left -= 1
                if not left:
                    return

    def contains(self, snippet: str) -> bool:
        """Whether a text holds `snippet`, however it is indented, quoted or escaped there."""
        wanted = letters(snippet)
        return len(wanted) >= SHORTEST and any(wanted in form.letters for form in self._forms())

    def quotes(self, said: str, name: str, arguments: JsonObject, others: Sequence[str] = ()) -> bool:
        """Whether a text holds the call that the model wrote as `said`, in that notation or in any other.

        `others`: what the call may be named too.
        """
        names = [each for each in (name, *others) if not self.allows(each, arguments)]
        if not names or not (self._pending or self._ready):
            return False
        payload = Payload(names[0], arguments)
        payloads = [payload, *map(payload.named, names[1:])]
        wanted = letters(said)
        # "run bash, command npm test" has all letters of a call whose markup has no words
        is_verbatim = len(wanted) >= SHORTEST and any(each.adds_words(wanted) for each in payloads)
        short = compact(unescaped(said)) if len(wanted) < SHORTEST else ""
        return any(
            (is_verbatim and wanted in form.letters)
            or (len(short) > SHORTEST_COMPACT and _holds_short(form, wanted, short))
            or any(each.is_in(form) for each in payloads)
            for form in self._forms()
        )

    def _forms(self) -> Iterator[Form]:
        while self.prepare():
            pass
        for text in self._ready:
            step()
            yield from text.forms


def _said(text: str) -> Iterator[str]:
    """What `text` says: as it is, without the numbers of its lines, and what it has encoded or in pieces."""
    stream = joined_stream(text)
    for said in (text, *([stream] if stream else ()), *decoded(text)):
        plain = unescaped(said)
        yield plain
        unnumbered = _LINE_NUMBER.sub("", plain)
        if unnumbered != plain:
            yield unnumbered


def _holds_short(form: Form, wanted: str, short: str) -> bool:
    """Whether a call too short for letters alone stands there with its punctuation: `deploy()`."""
    at = form.letters.find(wanted)
    while at >= 0:
        step()
        near, _ = form.around(at, at + len(wanted))
        if short in compact(near):
            return True
        at = form.letters.find(wanted, at + len(wanted) or 1)
        if not wanted:
            return False
    return False
