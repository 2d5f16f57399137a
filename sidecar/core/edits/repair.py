"""Edits of which some miss → the same edits in the file's own characters; None unless each has one reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .file_text import Edit, FileText, line_feeds
from .transforms import TRANSFORMS

EDITS_MOST = 50  # of one call


@dataclass(frozen=True, slots=True)
class Repair:
    """`edits` in the order given. `transforms`: the names of those that were needed, by the edit's position."""

    edits: tuple[Edit, ...]
    transforms: dict[int, str]


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read an edit: the text at `start`, up to `end`, becomes `edit.new`."""

    transform: str
    edit: Edit
    start: int
    end: int


def repair(edits: Sequence[Edit], file: FileText, off: Iterable[str] = ()) -> Repair | None:
    """All edits or none: None where nothing misses, or where one that misses has no reading, or two.

    `off` names transforms that are switched off.
    """
    if len(edits) > EDITS_MOST:
        return None
    changed: list[Edit] = []
    used: dict[int, str] = {}
    ranges: list[tuple[int, int]] = []
    for index, edit in enumerate(edits):
        if not edit.old or file.pi_finds(edit.old):
            changed.append(edit)
            continue
        reading = _only_reading(edit, file, frozenset(off))
        if reading is None:
            return None
        changed.append(reading.edit)
        used[index] = reading.transform
        ranges.append((reading.start, reading.end))
    if not used or _overlap(ranges, [edit for index, edit in enumerate(changed) if index not in used], file):
        return None
    return Repair(tuple(changed), used)


def _only_reading(edit: Edit, file: FileText, off: frozenset[str]) -> _Reading | None:
    """The reading on which all transforms that fit agree: they leave the same file behind."""
    given = Edit(line_feeds(edit.old), line_feeds(edit.new))
    readings: dict[str, _Reading] = {}
    for name, transform in TRANSFORMS.items():
        if name in off:
            continue
        for made in transform(given, file):
            at = file.only_place(made.old) if made.old.strip() else None
            if at is not None and made.old != made.new:
                reading = _Reading(name, made, at, at + len(made.old))
                after = file.text[: reading.start] + made.new + file.text[reading.end :]
                readings.setdefault(after, reading)
    return next(iter(readings.values())) if len(readings) == 1 else None


def _overlap(ranges: list[tuple[int, int]], others: Sequence[Edit], file: FileText) -> bool:
    """Whether two edits of the call touch the same text: pi refuses those, and says so better."""
    for edit in others:
        at = file.text.find(line_feeds(edit.old)) if edit.old else -1
        if at != -1:
            ranges = [*ranges, (at, at + len(line_feeds(edit.old)))]
    ordered = sorted(ranges)
    return any(later[0] < earlier[1] for earlier, later in zip(ordered, ordered[1:], strict=False))
