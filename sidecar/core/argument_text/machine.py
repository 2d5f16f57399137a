"""`{a: 1 'b' = [2,],}` → {"a": 1, "b": [2]}: one pass over the tokens with an explicit stack, no recursion.

What differs between readers is a Dialect: which bare words are values, and where a string ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sidecar.core.names.words import plain

from .scalars import TEXT_OF_DIGITS, looks_whole, opens_twice, read_scalar
from .strings import QUOTES
from .verdict import DEPTH_LIMIT, Candidate, Cut, Doubt, HaltError, Pairs, Verdict

COMMAS = frozenset(",;，")
CLOSER = {"{": "}", "[": "]", "(": ")"}

PLAIN = frozenset("{}[](),\"'0123456789")  # neither white space nor a comment begins with these

_BLANK = re.compile(r"[\s\ufeff\u200b\u2060]*")
_COMMENT = re.compile(r"//[^\n]*\n|#[^\n]*\n|/\*[^*]*(?:\*(?!/)[^*]*)*\*/")
_KEY = re.compile(r"[^\W\d][\w$.-]*|\$[\w$.-]*")
_SEPARATOR = re.compile(r"(?:=>|->|:=|[:=：])(?:\s*(?:=>|[:=]))*")
TOKENS_LIMIT = 300_000  # takes some seconds to read


class _Frame:
    """An open container. `after`: a member has just ended. `comma`: a comma has just been read."""

    __slots__ = ("after", "comma", "commas", "doubled", "key", "opener", "value")

    def __init__(self, opener: str) -> None:
        self.opener = opener
        self.value: Any = Pairs() if opener == "{" else []
        self.key = ""
        self.after = self.comma = self.doubled = False
        self.commas = 0

    def add(self, value: Any) -> None:
        self.value.append((self.key, value) if self.opener == "{" else value)
        self.after, self.comma = True, False


ReadString: TypeAlias = "Callable[[Machine, int], tuple[str, int]]"


@dataclass(frozen=True, slots=True)
class Dialect:
    """`words` are bare words with a value. `string` reads a value that opens with a quote, `key` a key."""

    words: Mapping[str, Any]
    string: ReadString
    key: ReadString


@dataclass(slots=True)
class Machine:
    """Reads the value that opens at `start`; from `stop` on there is only noise."""

    text: str
    start: int
    stop: int
    dialect: Dialect
    keys: frozenset[str] = frozenset()  # the declared ones; a slip at any other key is not read
    stack: list[_Frame] = field(default_factory=list)
    steps: dict[str, None] = field(default_factory=dict)
    root: Any = None
    last: Any = None
    number_end: int = -1
    tokens: int = 0

    def run(self) -> Verdict:
        try:
            pos = self._push(self.start)
            while self.stack:
                self.tokens += 1
                if self.tokens > TOKENS_LIMIT:
                    return None
                if pos < self.stop and self.text[pos] not in PLAIN:
                    pos = self._blank(pos)
                if pos >= self.stop:
                    return self._end_of_text()
                pos = self._token(pos)
        except HaltError as halt:
            return halt.verdict
        return Candidate(self.root, self.start, pos, tuple(self.steps))

    def note(self, step: str | None) -> None:
        if step is not None:
            self.steps[step] = None

    def _token(self, pos: int) -> int:
        char = self.text[pos]
        if char in "}])":
            return self._close(pos, char)
        if char in COMMAS:
            return self._comma(pos)
        if self.stack[-1].after:
            self.note("add-comma")
            self.stack[-1].after = False
        return self._member(pos) if self.stack[-1].opener == "{" else self._value(pos)

    def _blank(self, pos: int) -> int:
        """Past white space and whole comments."""
        while True:
            pos = _BLANK.match(self.text, pos, self.stop).end()  # type: ignore[union-attr]
            if pos >= self.stop or self.text[pos] not in "/#":
                return pos
            found = _COMMENT.match(self.text, pos, self.stop)
            if found is None:
                raise HaltError(None)
            self.note("drop-comment")
            pos = found.end()

    def _push(self, pos: int) -> int:
        if len(self.stack) >= DEPTH_LIMIT:
            raise HaltError(None)
        if self.text[pos] == "(":
            self.note("read-tuple")
        self.stack.append(_Frame(self.text[pos]))
        return pos + 1

    def _comma(self, pos: int) -> int:
        top = self.stack[-1]
        if not top.after:
            if top.opener != "{":
                raise HaltError(None)  # `[1,,2]`: an item may be lost
            self.note("drop-comma")
        top.after, top.comma = False, True
        top.commas += 1
        return pos + 1

    def _close(self, pos: int, char: str) -> int:
        """Close what `char` closes, and what was left open inside it."""
        level = next(
            (i for i in reversed(range(len(self.stack))) if CLOSER[self.stack[i].opener] == char), None
        )
        if level is None:
            raise HaltError(Doubt("a closer without its opener"))
        while len(self.stack) > level:
            if len(self.stack) > level + 1:
                if opens_twice(self.stack[-1].value):
                    raise HaltError(Doubt("a closer too few or an opener too many"))
                self.note("add-closers")
            frame = self._pop()
        if frame.doubled and self.text.startswith("}", pos + 1):
            pos += 1
        return pos + 1

    def _pop(self) -> _Frame:
        frame = self.stack.pop()
        if frame.comma and frame.commas and not (frame.opener == "(" and len(frame.value) == 1):
            self.note("drop-comma")
        if frame.opener == "(" and len(frame.value) == 1 and not frame.commas:
            raise HaltError(Doubt("one value in parentheses may be a list or itself"))
        if self.stack:
            self.stack[-1].add(frame.value)
        else:
            self.root = frame.value
        return frame

    def _member(self, pos: int) -> int:
        """`key: value`; a value that is a container stays open on the stack."""
        top, text = self.stack[-1], self.text
        if text[pos] == "{" and not top.value and not top.doubled:
            top.doubled = True
            self.note("halve-braces")
            return pos + 1
        if text[pos] in QUOTES:
            top.key, pos = self.dialect.key(self, pos)
        else:
            found = _KEY.match(text, pos, self.stop)
            if found is None:
                raise HaltError(None)
            self.note("quote-key")
            top.key, pos = found[0], found.end()
            if text.startswith('"', pos) and _SEPARATOR.match(text, pos + 1) and self._begins_member():
                pos += 1  # `path": "a"`
        pos = self._blank(pos)
        separator = _SEPARATOR.match(text, pos, self.stop)
        if separator is None and pos < self.stop and text[pos] not in "}]),;" and self._begins_member():
            self.note("add-colon")
            return self._value(pos)
        if separator is None:
            raise HaltError(Cut("the text ends after a key") if pos >= self.stop else None)
        if separator[0] != ":":
            self.note("read-separator")
        pos = _BLANK.match(text, separator.end(), self.stop).end()  # type: ignore[union-attr]
        if pos >= self.stop:
            raise HaltError(Cut("the text ends before a value"))
        return self._value(pos)

    def _begins_member(self) -> bool:
        """Whether the key just read is declared and stands where a member must begin."""
        return plain(self.stack[-1].key) in self.keys and "add-comma" not in self.steps

    def _value(self, pos: int) -> int:
        top, text = self.stack[-1], self.text
        if text[pos] in CLOSER:
            return self._push(pos)
        if text[pos] in QUOTES:
            value, pos = self.dialect.string(self, pos)
            top.add(value)
            self.last = value
            return pos
        self.last, end, step = read_scalar(text, pos, self.stop, self.dialect.words)
        self.note(step)
        is_number = isinstance(self.last, (int, float)) and not isinstance(self.last, bool)
        if is_number or step == TEXT_OF_DIGITS:
            self.number_end = end
        top.add(self.last)
        return end

    def _end_of_text(self) -> Verdict:
        """Close what is open if nothing can be missing: only objects are open, their last member whole."""
        top = self.stack[-1]
        if not top.after:
            return Cut("the text ends where a value or a key should follow")
        if any(frame.opener != "{" for frame in self.stack):
            return Cut("the text ends inside a list, which may have been longer")
        if self.number_end == self.stop:
            return Cut("the text ends in a number, which may have been longer")
        if isinstance(self.last, str) and not looks_whole(self.last):
            return Cut("the text ends after a string that looks cut off")
        while self.stack:
            self._pop()
        self.note("add-closers")
        return Candidate(self.root, self.start, self.stop, tuple(self.steps), closed=False)
