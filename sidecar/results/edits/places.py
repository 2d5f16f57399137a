"""An oldText that is in the file several times → each place with what surrounds it, and their number."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.core.edits import FileText, line_feeds

from .quote import LINE_MOST, block, numbers, piece

PLACES_READ = 30
PLACES_NUMBERED = 20
AROUND_LEAST, AROUND_MOST = 2, 12  # lines before and after
LINES_SHOWN = 6  # of an oldText that is longer, its first and last lines


def places(old: str, file: FileText, count: int, room: int) -> str | None:
    """As many places as fit, the first ones first. More is shown around them until no two look the same."""
    height = line_feeds(old).strip("\n").count("\n") + 1
    starts = file.pi_lines(old, PLACES_READ)
    if any(len(file.lines[start]) > LINE_MOST for start in starts):
        return _in_long_lines(old, file, starts, count, room)
    said = f"oldText is in {_listed(starts, count)}. Add lines around the one you mean, byte for byte:"
    shown = [start for start in starts if len(file.lines[start]) <= LINE_MOST]
    for around in range(_telling(shown, height, file), -1, -1):
        blocks = [_place(start, height, around, file) for start in shown]
        fitting = _fitting(blocks, room - len(said))
        if len(fitting) == len(blocks) or (around <= 1 and fitting):
            return "\n".join([said, *fitting])
    return said if len(said) <= room else None


def _listed(starts: Sequence[int], count: int) -> str:
    numbered = ", ".join(str(start + 1) for start in starts[:PLACES_NUMBERED])
    more = f" and {count - PLACES_NUMBERED} more" if count > PLACES_NUMBERED else ""
    return f"{count} places, which begin in lines {numbered}{more}"


def _telling(starts: Sequence[int], height: int, file: FileText) -> int:
    """How many lines around the places tell each from the others."""
    for around in range(AROUND_LEAST, AROUND_MOST + 1):
        texts = {"\n".join(file.lines[max(0, start - around) : start + height + around]) for start in starts}
        if len(texts) == len(starts):
            return around
    return AROUND_LEAST


def _place(start: int, height: int, around: int, file: FileText) -> str:
    before, after = max(0, start - around), min(len(file.lines), start + height + around)
    lines = file.lines[before:after]
    if height > LINES_SHOWN:
        head = file.lines[before : start + LINES_SHOWN // 2]
        tail = file.lines[start + height - LINES_SHOWN // 2 : after]
        last = after - len(tail)
        return "\n".join(
            [
                f"{numbers(before, before + len(head))}:",
                block(head),
                f"to {numbers(last, after)}:",
                block(tail),
            ]
        )
    return f"{numbers(before, after)}:\n{block(lines)}"


def _fitting(blocks: Sequence[str], room: int) -> list[str]:
    kept: list[str] = []
    for each in blocks:
        if len(each) + 1 > room:
            break
        kept.append(each)
        room -= len(each) + 1
    return kept


def _in_long_lines(old: str, file: FileText, starts: Sequence[int], count: int, room: int) -> str | None:
    """Pieces of the line around each place: there are no lines around them to add."""
    said = f"oldText is in {_listed(starts, count)}. Add what stands around the one you mean:"
    wanted = line_feeds(old)
    blocks: list[str] = []
    at = file.text.find(wanted)
    most = max(200, (room - len(said)) // max(1, min(count, PLACES_READ)) - 20)
    while at != -1 and len(blocks) < PLACES_READ:
        number = file.line_at(at)
        part = piece(file.lines[number], file.column_of(at), most)
        blocks.append(f"line {number + 1}:\n{block([part])}")
        at = file.text.find(wanted, at + len(wanted))
    text = "\n".join([said, *_fitting(blocks, room - len(said))])
    return text if len(text) <= room else None
