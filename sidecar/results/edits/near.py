"""An oldText that is not in the file → the lines that it was meant to be, or that there are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from sidecar.core.edits import Edit, FileText, Window, applied, line_feeds, nearest

from .quote import LINE_MOST, block, numbers, piece

AROUND = 2  # lines shown before and after
LINES_COMPARED = 400  # of oldText and of the file
NOTHING = "nothing in the file is like this oldText. Read the file before you write the edit again."


def near(edit: Edit, file: FileText, room: int) -> str | None:
    window = nearest(edit.old, file)
    line = applied(edit, file, window)
    if line is None:
        return _nearest(edit.old, file, window, room) if window else NOTHING[0].upper() + NOTHING[1:]
    stands = numbers(line, line + line_feeds(edit.new).strip("\n").count("\n") + 1)
    said = f"newText is already there, in {stands}: this edit may have been made before.\n"
    more = _nearest(edit.old, file, window, room - len(said)) if window else None
    return said + (more or "")


def _nearest(old: str, file: FileText, window: Window, room: int) -> str | None:
    said = f"The file has {numbers(window.start, window.end)} instead, byte for byte:\n"
    lines = file.lines
    if any(len(line) > LINE_MOST for line in lines[window.start : window.end]):
        return _part_of_a_line(file, window, room)
    for around in range(AROUND, -1, -1):
        start, end = max(0, window.start - around), min(len(lines), window.end + around)
        shown = "" if around == 0 else f" (shown from line {start + 1})"
        text = said.replace(" instead", f" instead{shown}") + block(lines[start:end])
        if len(text) <= room:
            return text
    return _where_they_differ(old, file, window, room)


def _part_of_a_line(file: FileText, window: Window, room: int) -> str | None:
    number = file.line_at(window.place)
    line = file.lines[number]
    column = file.column_of(window.place)
    said = f"The file has this in line {number + 1}, which has {len(line):,} characters, byte for byte:\n"
    part = piece(line, column, room - len(said) - 10)
    return said + block([part]) if part else None


def _where_they_differ(old: str, file: FileText, window: Window, room: int) -> str | None:
    """Of a window that does not fit: each place where it is not as oldText says, as many as fit."""
    said = f"The file is nearest in {numbers(window.start, window.end)}. Where it differs, byte for byte:"
    text = said
    for start, end in _differing(line_feeds(old).strip("\n").split("\n"), file.lines, window):
        lines = file.lines[start:end]
        while lines and len(text) + len(more := _piece_of(start, lines)) > room:
            lines = lines[: len(lines) // 2]
        if not lines:
            break
        text += more
    return text if text != said else None


def _piece_of(start: int, lines: Sequence[str]) -> str:
    return f"\n{numbers(start, start + len(lines))}\n{block(lines)}"


def _differing(old: Sequence[str], lines: Sequence[str], window: Window) -> Iterator[tuple[int, int]]:
    """Ranges of the file's lines, with what surrounds them; those that touch are one."""
    mine = old[:LINES_COMPARED]
    theirs = lines[window.start : min(window.end, window.start + LINES_COMPARED)]
    start = end = -1
    for kind, _, _, first, last in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        before = max(0, window.start + first - AROUND)
        after = min(len(lines), window.start + last + AROUND)
        if end >= before:
            end = after
            continue
        if end > start:
            yield start, end
        start, end = before, after
    if end > start:
        yield start, end
