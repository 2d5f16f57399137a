"""Lines of a file → a block to copy from, byte for byte: the line numbers stand above it."""

from __future__ import annotations

import re
from collections.abc import Sequence

LINE_MOST = 1_000  # characters; of a longer line a piece is shown
PIECE = 400  # characters on each side of what is looked for
_FENCE = re.compile(r"`{3,}")


def block(lines: Sequence[str]) -> str:
    """In a fence that is longer than any in the lines."""
    longest = max((len(run) for line in lines for run in _FENCE.findall(line)), default=2)
    fence = "`" * (longest + 1)
    return "\n".join([fence, *lines, fence])


def numbers(start: int, end: int) -> str:
    """`line 4`, `lines 4 to 8`. `start` counts from 0 and `end` is not included."""
    return f"line {start + 1}" if end - start == 1 else f"lines {start + 1} to {end}"


def piece(line: str, at: int, most: int) -> str:
    """At most `most` characters of a long line, around the character `at`."""
    side = min(PIECE, most // 2)
    start = max(0, min(at - side, len(line) - 2 * side))
    return line[start : start + 2 * side]
