"""A file as pi's edit reads it: without byte order mark, every line end a line feed; and what pi finds in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

# The characters that JavaScript's trimEnd takes off a line.
_JS_SPACE = " \t\v\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
_ASCII_SPACE = " \t\v\f\r"
_FOLDS = {
    "\u2018\u2019\u201a\u201b": "'",
    "\u201c\u201d\u201e\u201f": '"',
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212": "-",
    "\u00a0\u202f\u205f\u3000" + "".join(map(chr, range(0x2002, 0x200B))): " ",
}
_MAKEFILE = re.compile(r"(?:^|[\\/])(?:(?:GNU)?[Mm]akefile[^\\/]*|[^\\/]+\.(?:mk|mak|make))$")


class Edit(NamedTuple):
    """One replacement, as pi's edit takes it."""

    old: str
    new: str


class FileText:
    """`text` is the decoded file. `path` only tells a Makefile from other files."""

    def __init__(self, text: str, path: str = "") -> None:
        self.text = line_feeds(text.removeprefix("\ufeff"))
        self.is_makefile = _MAKEFILE.search(path) is not None

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def indents_of(self, line: str, most: int) -> Iterator[str]:
        """The indentations of the lines that hold `line` and nothing else, of the first `most` places."""
        at = self.text.find(line)
        for _ in range(most):
            if at == -1:
                return
            end = at + len(line)
            start = self.text.rfind("\n", 0, at) + 1
            blanks = self.text[start:at]
            if not blanks.strip(" \t") and (end == len(self.text) or self.text[end] == "\n"):
                yield blanks
            at = self.text.find(line, end)

    @cached_property
    def _folded(self) -> str:
        return folded(self.text)

    def pi_finds(self, old: str) -> bool:
        """Whether pi's own search finds it, exactly or after its own folding."""
        old = line_feeds(old)
        return bool(old) and (old in self.text or folded(old) in self._folded)

    def only_place(self, old: str) -> int | None:
        """Where `old` stands byte for byte; None unless that is exactly one place, to pi's own count too."""
        at = self.text.find(old) if old else -1
        if at == -1 or self.text.find(old, at + 1) != -1:
            return None
        return at if self._folded.count(folded(old)) == 1 else None

    def places(self, old: str, most: int) -> tuple[list[int], int]:
        """The first `most` line numbers (from 0) where `old` stands, and in how many places it does."""
        found: list[int] = []
        count, at, line, counted = 0, self.text.find(old), 0, 0
        while at != -1 and old:
            count += 1
            if len(found) < most:
                line += self.text.count("\n", counted, at)
                counted = at
                found.append(line)
            at = self.text.find(old, at + len(old))
        return found, count


def line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def folded(text: str) -> str:
    """`text` as pi compares it where the exact text is not found: no trailing blanks, plain quotes and dashes."""
    plain = text.isascii()
    if not plain and not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    spaces = _ASCII_SPACE if plain else _JS_SPACE
    text = "\n".join([line.rstrip(spaces) for line in text.split("\n")])
    if not plain:
        for folds, character in _FOLDS.items():
            for each in folds:
                text = text.replace(each, character)
    return text
