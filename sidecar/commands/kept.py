"""The journal as commands read it: what waits is written first."""

from __future__ import annotations

from pathlib import Path

from sidecar.errors import StateError

from .desk import Desk, Reply

FLUSH_S = 1.0


def journal_of(desk: Desk) -> Path:
    """The journal's file, up to date. Raises StateError where there is none to read."""
    journal = desk.witness.journal
    if journal is None:
        raise StateError("this session keeps no journal")
    journal.flush(FLUSH_S)
    return journal.path


def nothing_yet(desk: Desk, what: str) -> Reply:
    if desk.store.current.journal == "off":
        return Reply(f'{what} The journal is off: set "journal": "shapes" in {desk.store.path}.')
    return Reply(what)


def save(desk: Desk, patch: dict[str, object], said: str) -> Reply:
    """Put `patch` in force and say so."""
    unsaved = desk.store.save(patch)
    if unsaved:
        return Reply(f"{said}, for this session only: {unsaved}", "warning")
    return Reply(said)
