"""An edit that failed and the file's text → what the model needs to write it again: the file's own lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sidecar.core.edits import Edit, FileText

from .near import near
from .places import places

__all__ = ["LONGEST", "explain"]

LONGEST = 2_500  # characters of a failed call's whole text, pi's own words included: about a screen
MISSES_SHOWN = 6
ROOM_LEAST = 120  # characters; a piece shorter than that shows nothing

Part = Callable[[int], str | None]


def explain(edits: Sequence[Edit], file: FileText, room: int) -> str | None:
    """At most `room` characters. None where no edit misses and none fits twice: pi's own words say it."""
    parts = [
        (index, part)
        for index, edit in enumerate(edits)
        if edit.old and (part := _part(edit, file)) is not None
    ]
    if not parts:
        return None
    if not file.text.strip() and room >= ROOM_LEAST:
        return "The file is empty: oldText is not in it. Use write to fill it."
    head, shown = _head([index for index, _ in parts], len(edits)), parts[:MISSES_SHOWN]
    room -= len(head)
    if room < 0:
        return None
    said: list[str] = []
    for count, (index, part) in enumerate(shown):
        name = f"edits[{index}]: " if len(edits) > 1 else ""
        mine = room // (len(shown) - count) - len(name) - 1
        text = part(mine) if mine >= ROOM_LEAST else None
        if text is not None:
            said.append(name + text)
            room -= len(name) + len(text) + 1
    return "\n".join([head, *said] if head else said) or None


def _part(edit: Edit, file: FileText) -> Part | None:
    count = file.pi_counts(edit.old)
    if count == 0 and not file.pi_finds(edit.old):
        return lambda room: near(edit, file, room)
    return (lambda room: places(edit.old, file, count, room)) if count > 1 else None


def _head(failed: Sequence[int], of: int) -> str:
    """Which edits are at fault; pi names the first of them alone."""
    if of == 1:
        return ""
    names = [f"edits[{index}]" for index in failed[:MISSES_SHOWN]]
    more = f" and {len(failed) - MISSES_SHOWN} more" if len(failed) > MISSES_SHOWN else ""
    return f"Of {of} edits {', '.join(names)}{more} failed, so none was applied: send all of them again."
