"""`/toolrecovery log [n]`: the last calls that were repaired, left alone or blocked, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .desk import Desk, Reply
from .kept import journal_of, nothing_yet
from .words import number_in, when

if TYPE_CHECKING:
    from ..journal.read import Entry

LINES = 10
MOST = 1000


def run(desk: Desk, args: str) -> Reply:
    from ..journal import read

    most = number_in(args) if args else LINES
    if not most:
        return Reply("Give a number of lines: log 20", "warning")
    entries = read.recent(journal_of(desk), min(most, MOST))
    if not entries:
        return nothing_yet(desk, "Nothing was repaired yet.")
    return Reply("\n".join(_line(entry) for entry in entries))


def _line(entry: Entry) -> str:
    said = entry.summary or f"{entry.called}: {entry.reason}"
    model = f" ({entry.model})" if entry.model else ""
    return f"#{entry.id}  {when(entry.at)}  {outcome(entry)}  {said}{model}"


def outcome(entry: Entry) -> str:
    if entry.taken_back:
        return "taken back"
    if entry.kind == "repair":
        return "would repair" if entry.observed else "repaired"
    return "left alone" if entry.kind == "declined" else "blocked"
