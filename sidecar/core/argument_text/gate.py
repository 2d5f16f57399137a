r"""(text, candidate) → whether every key and leaf stands in the text, in order, only structure between them.

It does not parse and shares no code with the readers: it looks for each part of the candidate in the text. A
lost value leaves characters over; an invented one is not found.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from sidecar.core.values import JSON_ESCAPES

from .verdict import Candidate, Pairs

_JSON = json.JSONDecoder(strict=False)
_STRUCTURE = re.compile(
    r"(?:[\s\ufeff\u200b\u2060,;，:：=}\])]|->|(?<==)>|//[^\n]*\n|#[^\n]*\n|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)*"
)
_NUMBER = re.compile(r"[+-]?[\d.]+(?:[eE][+-]?\d+)?")
_DIGITS = re.compile(r"0\d[\d.]*")
_WORD = re.compile(r"[^\W\d]\w*")
_MEANS = {
    True: frozenset({"true", "True", "TRUE"}),
    False: frozenset({"false", "False", "FALSE"}),
    None: frozenset({"null", "None", "NULL", "NaN", "undefined", "nil"}),
}
_QUOTES = frozenset("\"'`“”„‟‘’‚")
_HEX = re.compile(r"u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})")


def accounts_for(text: str, candidate: Candidate) -> bool:
    """Whether `candidate` holds all of its part of the text and nothing else."""
    walk = _Walk(text, candidate.start)
    for kind, value in _events(candidate.tree):
        if not walk.meets(kind, value):
            return False
    return walk.structure() >= candidate.end


def _events(tree: Any) -> Iterator[tuple[str, Any]]:
    """The tree in the order of its text: containers as they open, keys, leaves."""
    todo = [("value", tree)]
    while todo:
        kind, value = todo.pop()
        if kind == "value" and isinstance(value, Pairs):
            yield "{", None
            for key, child in reversed(value):
                todo += [("value", child), ("key", key)]
        elif kind == "value" and isinstance(value, list):
            yield "[", None
            todo.extend(("value", child) for child in reversed(value))
        elif kind == "value" and isinstance(value, str):
            yield "string", value
        else:
            yield kind, value


class _Walk:
    """A place in the text that only moves forward."""

    def __init__(self, text: str, pos: int) -> None:
        self.text = text
        self.pos = pos

    def structure(self) -> int:
        self.pos = _STRUCTURE.match(self.text, self.pos).end()  # type: ignore[union-attr]
        return self.pos

    def meets(self, kind: str, value: Any) -> bool:
        self.structure()
        if kind == "{":
            return self._opens("{") and (self._opens("{", doubled=True) or True)
        if kind == "[":
            return self._opens("[") or self._opens("(")
        if kind in ("key", "string"):
            quoted = self._string(value, quoted=kind == "string")
            return quoted or self._take(_DIGITS, lambda digits: digits == value)
        if isinstance(value, bool) or value is None:
            return self._take(_WORD, lambda word: word in _MEANS[value])
        return self._take(_NUMBER, lambda number: _equal(number, value))

    def _is_json(self, value: str) -> bool:
        """Whether the text has `value` as a JSON string, the usual case. Moves past it."""
        try:
            said, end = _JSON.raw_decode(self.text, self.pos)
        except ValueError:
            return False
        if said != value:
            return False
        self.pos = end
        return True

    def _opens(self, opener: str, *, doubled: bool = False) -> bool:
        pos = self.pos
        if doubled:
            pos = _STRUCTURE.match(self.text, pos).end()  # type: ignore[union-attr]
        if not self.text.startswith(opener, pos):
            return False
        self.pos = pos + 1
        return True

    def _take(self, pattern: re.Pattern[str], right: Any) -> bool:
        found = pattern.match(self.text, self.pos)
        if found is None or not right(found[0]):
            return False
        self.pos = found.end()
        return True

    def _string(self, value: str, *, quoted: bool) -> bool:
        """`value` between two quotes, over several quoted pieces for an implicit join, or bare for a key."""
        text = self.text
        if text[self.pos : self.pos + 1] not in _QUOTES or self.pos >= len(text):
            if quoted or not value or not text.startswith(value, self.pos):
                return False
            self.pos += len(value)
            self.pos += text.startswith('"', self.pos)  # `path": "a"`
            return True
        if text[self.pos] == '"' and self._is_json(value):
            return True
        for opener in (text[self.pos] * 3, text[self.pos]):
            if not text.startswith(opener, self.pos):
                continue
            end = _spells(text, self.pos + len(opener), value)
            if end is None:
                continue
            closed = text.startswith(opener, end) if len(opener) == 3 else text[end : end + 1] in _QUOTES
            if closed and end < len(text):
                self.pos = end + len(opener)
                return True
        return False


def _spells(text: str, pos: int, value: str) -> int | None:
    """Where `value` ends if the text at `pos` spells it, escaped or not."""
    done, size = 0, len(value)
    while done < size:
        slash = text.find("\\", pos, pos + size - done)
        length = (slash if slash >= 0 else pos + size - done) - pos
        if text[pos : pos + length] != value[done : done + length]:
            return None
        pos, done = pos + length, done + length
        if slash < 0:
            continue
        step = _escape(text, pos, value, done)
        if step is None:
            return None
        pos, done = pos + step[0], done + step[1]
    return pos


def _escape(text: str, pos: int, value: str, done: int) -> tuple[int, int] | None:
    """How many characters of text the escape at `pos` takes, and how many of value it stands for."""
    after = text[pos + 1 : pos + 2]
    char = value[done]
    if after and JSON_ESCAPES.get(after, after) == char and after not in "uxU":
        return 2, 1
    found = _HEX.match(text, pos + 1)
    if found is not None:
        code = int(found[1] or found[2] or found[3], 16)
        if code == ord(char):
            return len(found[0]) + 1, 1
        pair = _HEX.match(text, pos + 7)
        if (
            found[1]
            and text[pos + 6 : pos + 7] == "\\"
            and pair is not None
            and pair[1]
            and 0xD800 <= code < 0xDC00
        ):
            low = int(pair[1], 16) - 0xDC00
            if 0x10000 + ((code - 0xD800) << 10) + low == ord(char):
                return 12, 1
    return (1, 1) if char == "\\" else None


def _equal(text: str, value: float) -> bool:
    try:
        return int(text) == value if isinstance(value, int) else float(text) == value
    except ValueError:
        return False
