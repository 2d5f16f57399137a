"""A file as pi's edit reads it: no byte order mark, every line end a line feed; and what pi finds in it."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from .folding import folded

BLOCK = 4096  # characters
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

    @cached_property
    def _line_feeds_before(self) -> list[int]:
        """How many line feeds there are before each block of BLOCK characters."""
        counts = (self.text.count("\n", at, at + BLOCK) for at in range(0, len(self.text), BLOCK))
        return list(accumulate(counts, initial=0))

    @cached_property
    def _folded(self) -> str:
        return folded(self.text)

    def line_at(self, place: int) -> int:
        """The number of the line (from 0) that the character at `place` is in."""
        block = place // BLOCK
        return self._line_feeds_before[block] + self.text.count("\n", block * BLOCK, place)

    def column_of(self, place: int) -> int:
        """How many characters of its line stand before the character at `place`."""
        return place - self.text.rfind("\n", 0, place) - 1

    def indents_of(self, line: str, most: int) -> set[str] | None:
        """The indentations of the lines that hold `line` and nothing else. None: it is in too many places."""
        found: set[str] = set()
        at = self.text.find(line)
        for _ in range(most):
            if at == -1:
                return found
            end = at + len(line)
            start = self.text.rfind("\n", 0, at) + 1
            blanks = self.text[start:at]
            if not blanks.strip(" \t") and (end == len(self.text) or self.text[end] == "\n"):
                found.add(blanks)
            at = self.text.find(line, end)
        return None

    def pi_finds(self, old: str) -> bool:
        """Whether pi's own search finds it, exactly or after its own folding."""
        old = line_feeds(old)
        return bool(old) and (old in self.text or folded(old) in self._folded)

    def pi_counts(self, old: str) -> int:
        """In how many places pi sees it; pi refuses an edit of more than one."""
        wanted = folded(line_feeds(old))
        return self._folded.count(wanted) if wanted else 0

    def only_place(self, old: str) -> int | None:
        """Where `old` stands byte for byte; None unless that is exactly one place, to pi's own count too."""
        at = self.text.find(old) if old else -1
        if at == -1 or self.text.find(old, at + 1) != -1:
            return None
        return at if self.pi_counts(old) == 1 else None

    def pi_lines(self, old: str, most: int) -> list[int]:
        """The lines (from 0) in which the first `most` places begin where pi sees `old`."""
        wanted = folded(line_feeds(old))
        found: list[int] = []
        at, line, counted = (self._folded.find(wanted) if wanted else -1), 0, 0
        while at != -1 and len(found) < most:
            line += self._folded.count("\n", counted, at)
            counted = at
            found.append(line)
            at = self._folded.find(wanted, at + len(wanted))
        return found


def line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
