"""The journal's SQLite file: created, migrated, written, pruned.

Every process has a connection of its own; WAL and a busy timeout let them share the file. One process moves a
damaged file aside while the others wait. A file of a newer version is left alone.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from sidecar.errors import StateError
from sidecar.files.lock import LockHeldError, locked
from sidecar.files.private import ensure_private
from sidecar.state.database import connect

from .schema import MIGRATIONS, is_damage, migrated, reason, version

Row: TypeAlias = Mapping[str, Any]

LOCK_WAIT_S = 5.0  # for another process that creates or replaces the file
MOST_ROWS = 20_000
MOST_DAYS = 90
MOST_BYTES = 64 * 1024 * 1024  # with values kept; shapes stay far below
DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class TurnCount:
    """How many turns of a model there were, and in how many of them it made a mistake. `strict`: its tools
    were marked strict."""

    model: str
    strict: bool
    turns: int
    slips: int


class JournalFile:
    """An open journal. Only the thread that opened it may use it."""

    def __init__(self, path: Path) -> None:
        """Raises StateError. `moved_aside`: the new path of a damaged file, else None."""
        self.path = path
        self.moved_aside: Path | None = None
        try:
            self._db = self._open()
        except (OSError, sqlite3.Error, LockHeldError) as error:
            raise StateError(f"{path} cannot be opened: {reason(error)}") from error

    def add(self, rows: Sequence[Row]) -> None:
        """Write all of them or none. Raises StateError."""
        try:
            try:
                self._insert(rows)
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                self._db.close()
                self._db = self._open()
                self._insert(rows)
        except (OSError, sqlite3.Error, LockHeldError) as error:
            raise StateError(f"{self.path} cannot be written: {reason(error)}") from error

    def count(self, counts: Sequence[TurnCount]) -> None:
        """Add to the turns of each day. Raises StateError."""
        add = (
            "INSERT INTO turns VALUES (date('now', 'localtime'), ?, ?, ?, ?) ON CONFLICT DO UPDATE"
            " SET turns = turns + excluded.turns, slips = slips + excluded.slips"
        )
        rows = [(each.model, int(each.strict), each.turns, each.slips) for each in counts]
        try:
            self._db.executemany(add, rows)
        except sqlite3.Error as error:
            raise StateError(f"{self.path} cannot be written: {reason(error)}") from error

    def take_back(self, session: str, call: str, complaints: str) -> None:
        """Mark a repair that pi still rejected. Raises StateError."""
        change = "UPDATE entries SET taken_back = 1, complaints = ? WHERE session = ? AND call = ?"
        try:
            self._db.execute(change, (complaints, session, call))
        except sqlite3.Error as error:
            raise StateError(f"{self.path} cannot be written: {reason(error)}") from error

    def prune(self, now: float) -> None:
        """Delete rows beyond MOST_DAYS, MOST_ROWS and MOST_BYTES. `now`: epoch seconds. Raises StateError."""
        rows = "DELETE FROM entries WHERE at < ? OR id <= (SELECT max(id) FROM entries) - ?"
        try:
            self._db.execute(rows, (now - MOST_DAYS * DAY_S, MOST_ROWS))
            old = "DELETE FROM turns WHERE day < date(?, 'unixepoch', 'localtime')"
            self._db.execute(old, (now - MOST_DAYS * DAY_S,))
            if self._bytes() > MOST_BYTES:
                self._db.execute(
                    "DELETE FROM entries WHERE id <= (SELECT (min(id) + max(id)) / 2 FROM entries)"
                )
        except sqlite3.Error as error:
            raise StateError(f"{self.path} cannot be written: {reason(error)}") from error

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._db.close()

    def _insert(self, rows: Sequence[Row]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for row in rows:
                marks = ", ".join("?" * len(row))
                insert = f"INSERT INTO entries ({', '.join(row)}) VALUES ({marks})"  # noqa: S608  # our own names
                self._db.execute(insert, tuple(row.values()))
            self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    def _bytes(self) -> int:
        pages, free, size = (
            self._db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def _open(self) -> sqlite3.Connection:
        """A connection to a file of this version, which is created, migrated or replaced where necessary."""
        ensure_private(self.path)
        try:
            db = connect(self.path)
            if version(db) == len(MIGRATIONS):
                return db
            db.close()
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
        with locked(self.path.with_name(self.path.name + ".lock"), LOCK_WAIT_S):
            return self._open_locked()

    def _open_locked(self) -> sqlite3.Connection:
        """Under the lock; another process may have done it meanwhile."""
        try:
            db = connect(self.path)
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok":
                return migrated(db, self.path)
            db.close()
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
        self._move_aside()
        ensure_private(self.path)
        return migrated(connect(self.path), self.path)

    def _move_aside(self) -> None:
        for number in range(1, 100):
            aside = self.path.with_name(f"{self.path.name}.damaged-{number}")
            if not aside.exists():
                break
        self.path.replace(aside)
        for tail in ("-wal", "-shm"):
            self.path.with_name(self.path.name + tail).unlink(missing_ok=True)
        self.moved_aside = aside
