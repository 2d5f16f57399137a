"""Edits of which some miss → the same edits in the file's own characters, where each has one reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .file_text import Edit, FileText, line_feeds
from .transforms import TRANSFORMS

EDITS_MOST = 50  # of one call


@dataclass(frozen=True, slots=True)
class Repair:
    """`edits` in the order given. `transforms`: the one that was needed, by the edit's position."""

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
    """All edits or none: None where nothing misses, or where pi would still refuse one of them.

    `off` names transforms that are switched off.
    """
    if len(edits) > EDITS_MOST:
        return None
    off = frozenset(off)
    found = [not edit.old or file.pi_finds(edit.old) for edit in edits]
    pairs = list(zip(edits, found, strict=True))
    if all(found) or any(there and file.pi_counts(edit.old) != 1 for edit, there in pairs):
        return None
    changed: list[Edit] = []
    used: dict[int, str] = {}
    ranges: list[tuple[int, int]] = []
    for index, (edit, there) in enumerate(pairs):
        if there:
            changed.append(edit)
            at = file.text.find(line_feeds(edit.old))
            ranges += [(at, at + len(line_feeds(edit.old)))] if at != -1 else []
            continue
        reading = _only_reading(edit, file, off)
        if reading is None:
            return None
        changed.append(reading.edit)
        used[index] = reading.transform
        ranges.append((reading.start, reading.end))
    return None if _overlap(ranges) else Repair(tuple(changed), used)


def _only_reading(edit: Edit, file: FileText, off: frozenset[str]) -> _Reading | None:
    """The reading on which all transforms that fit agree: they leave the same file behind."""
    given = Edit(line_feeds(edit.old), line_feeds(edit.new))
    readings: dict[str, _Reading] = {}
    in_many: list[str] = []
    for name, transform in TRANSFORMS.items():
        if name in off:
            continue
        for made in transform(given, file):
            if not made.old.strip() or made.old == made.new or made.old not in file.text:
                continue
            at = file.only_place(made.old)
            if at is None:
                in_many.append(made.old)
                continue
            reading = _Reading(name, made, at, at + len(made.old))
            after = file.text[: reading.start] + made.new + file.text[reading.end :]
            readings.setdefault(after, reading)
    if len(readings) != 1:
        return None
    (only,) = readings.values()
    # a part of it may stand elsewhere too; another text that fits leaves open which one is meant
    return only if all(text in only.edit.old for text in in_many) else None


def _overlap(ranges: list[tuple[int, int]]) -> bool:
    """Whether two edits of the call touch the same text: pi refuses those, and says so better."""
    ordered = sorted(ranges)
    return any(later[0] < earlier[1] for earlier, later in pairwise(ordered))
