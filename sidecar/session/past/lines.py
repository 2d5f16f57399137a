"""A session file → its lines, with one of them in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

LONGEST = 16 * 1024 * 1024  # bytes of a line; longer ones hold pictures, not tool calls
BUFFER = 1024 * 1024


def files_in(place: Path) -> list[Path]:
    """Every session file at or below `place`, in the order of their names."""
    if place.is_file():
        return [place]
    return sorted(path for path in place.rglob("*.jsonl") if path.is_file())


def lines(path: Path, start: int = 0) -> Iterator[tuple[int, bytes | None]]:
    """The offset of each line, and the line without its break; None for one longer than LONGEST."""
    with path.open("rb", buffering=BUFFER) as file:
        at = file.seek(start)
        while line := file.readline(LONGEST):
            if len(line) == LONGEST and not line.endswith(b"\n"):
                yield at, None
                _skip(file)
            else:
                yield at, line.rstrip(b"\r\n")
            at = file.tell()


def _skip(file: BinaryIO) -> None:
    while (rest := file.readline(LONGEST)) and not rest.endswith(b"\n"):
        pass
