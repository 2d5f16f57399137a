"""`/toolrecovery log [n]`: the last calls repaired, left alone, blocked or left as text, one line each."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sidecar.core.printable import one_line
from sidecar.session.display import WIDEST, cut, middle_cut, moment, number_in

from .context import CommandContext, Reply
from .kept import with_values

if TYPE_CHECKING:
    from sidecar.state.journal.read import Entry

LINES = 10
MOST = 1000
WIDEST_MODEL = 16


def run(context: CommandContext, args: str) -> Reply:
    from sidecar.state.journal import read

    most = number_in(args) if args else LINES
    if not most:
        return Reply("Give a number of lines: log 20", "warning")
    entries = [with_values(context, each) for each in read.recent(context.journal(), min(most, MOST))]
    if not entries:
        return context.nothing_yet("Nothing was repaired yet.")
    return Reply("\n".join(_lines(entries)))


def _lines(entries: Sequence[Entry]) -> Iterator[str]:
    """In columns, with the model where there are several models."""
    several, now = len({entry.model for entry in entries}) > 1, time.time()
    rows = []
    for entry in entries:
        model = [middle_cut(one_line(entry.model), WIDEST_MODEL)] if several else []
        rows.append([f"#{entry.id}", moment(entry.at, now), outcome(entry), *model, in_short(entry)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[-1] = 0
    for row in rows:
        yield cut("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)), WIDEST)


def in_short(entry: Entry) -> str:
    return one_line(entry.summary or f"{entry.called or 'no name'}: {entry.reason}")


def outcome(entry: Entry) -> str:
    if entry.taken_back:
        return "taken back"
    if entry.kind == "repair":
        return "would repair" if entry.observed else "repaired"
    return {"declined": "left alone", "left": "stayed text"}.get(entry.kind, "blocked")
