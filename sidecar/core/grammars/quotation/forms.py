"""A text as it is searched: its letters, and the way back from a place among them to the text itself."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate

from .letters import only_letters

BLOCK = 2_000  # characters between two known places
_WORD = re.compile(r"[^\W_]+")


class Form:
    """`plain` is the text with its escapes undone."""

    __slots__ = ("_ends", "letters", "plain")

    def __init__(self, plain: str) -> None:
        blocks = [only_letters(plain[at : at + BLOCK]) for at in range(0, len(plain), BLOCK)]
        self.plain, self.letters = plain, "".join(blocks)
        self._ends = list(accumulate(map(len, blocks)))

    def around(self, first: int, last: int) -> tuple[str, int]:
        """The text that holds letters `first` to `last`, and the number of its first letter."""
        at = bisect_right(self._ends, max(0, first))
        to = bisect_left(self._ends, max(0, last)) + 1
        return self.plain[at * BLOCK : to * BLOCK], self._ends[at - 1] if at else 0


class Words:
    """The letters of a short text, and by the number of the next letter what stands between its words."""

    __slots__ = ("_starts", "gaps", "letters", "plain")

    def __init__(self, plain: str) -> None:
        said: list[str] = []
        gaps: dict[int, str] = {}
        starts: list[tuple[int, int]] = []
        count = end = 0
        for word in _WORD.finditer(plain):
            gaps[count] = plain[end : word.start()]
            starts.append((word.start(), count))
            end = word.end()
            said.append(word[0].casefold())
            count += len(said[-1])
        gaps[count] = plain[end:]
        self.plain, self.letters, self.gaps, self._starts = plain, "".join(said), gaps, starts

    def is_edge(self, at: int) -> bool:
        return at in self.gaps

    def is_marked(self, at: int) -> bool:
        """Whether more than white space stands before letter `at`, or the text begins or ends there."""
        gap = self.gaps.get(at)
        return gap is not None and (at in (0, len(self.letters)) or not gap.isspace())

    def places(self, wanted: str) -> list[int]:
        """Where `wanted` stands as a whole word or several."""
        found, at = [], self.letters.find(wanted) if wanted else -1
        while at >= 0:
            if at in self.gaps and at + len(wanted) in self.gaps:
                found.append(at)
            at = self.letters.find(wanted, at + 1)
        return found

    def marks(self, pattern: re.Pattern[str]) -> list[int]:
        """The numbers of the letters at which, or behind which, `pattern` stands."""
        found = []
        for mark in pattern.finditer(self.plain):
            at = bisect_right(self._starts, (mark.start(), len(self.plain))) - 1
            found.append(self._starts[at][1] if at >= 0 else 0)
        return found

    def any_gap(self, first: int, last: int, pattern: re.Pattern[str]) -> bool:
        """Whether `pattern` stands between the words of letters `first` to `last`."""
        return any(pattern.search(self.gaps[at]) for at in range(first, last + 1) if at in self.gaps)
