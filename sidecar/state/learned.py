"""What recovery models taught, by project and fault, in SQLite: shapes, never values.

Shared by all pi processes.
"""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.core.learned import Shape, from_json, to_json, widened

from .database import opened

if TYPE_CHECKING:
    import sqlite3

MOST = 500  # shapes; those unused for longest are deleted first

# Raised when the meaning of a fault or a shape changes: what was learned before is then dropped, once.
VERSION = 1
OUTDATED = "DROP TABLE IF EXISTS learned"
TABLES = """
CREATE TABLE IF NOT EXISTS learned (
  project TEXT NOT NULL, fault TEXT NOT NULL, shape TEXT NOT NULL,
  learned_at REAL NOT NULL, used_at REAL NOT NULL, uses INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project, fault)
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Learned:
    """One kept shape. `project` is the folder of the session. Times are seconds of the epoch."""

    project: str
    fault: str
    shape: Shape
    learned_at: float
    uses: int


class LearnedStore:
    """Each method opens the file, so it sees what other processes wrote. All raise StateError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, project: str, fault: str) -> Shape | None:
        if not self.path.exists():
            return None
        with self._opened() as database:
            return _kept(database, project, fault)

    def put(self, project: str, fault: str, shape: Shape, now: float) -> None:
        """Save `shape`, merged with the one that the fault has (core's `widened`), in one transaction."""
        with self._opened() as database:
            database.execute("BEGIN IMMEDIATE")
            text = json.dumps(to_json(widened(_kept(database, project, fault), shape)))
            database.execute(
                "INSERT INTO learned (project, fault, shape, learned_at, used_at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET shape = excluded.shape, used_at = excluded.used_at",
                (project, fault, text, now, now),
            )
            database.execute(
                "DELETE FROM learned WHERE (project, fault) NOT IN"
                " (SELECT project, fault FROM learned ORDER BY used_at DESC, project, fault LIMIT ?)",
                (MOST,),
            )
            database.execute("COMMIT")

    def used(self, project: str, fault: str, now: float) -> None:
        self._change(
            "UPDATE learned SET uses = uses + 1, used_at = ? WHERE project = ? AND fault = ?",
            (now, project, fault),
        )

    def forget(self, project: str, fault: str) -> None:
        self._change("DELETE FROM learned WHERE project = ? AND fault = ?", (project, fault))

    def forget_all(self) -> None:
        self._change("DELETE FROM learned", ())

    def all(self) -> list[Learned]:
        """The oldest first, in the same order every time."""
        if not self.path.exists():
            return []
        with self._opened() as database:
            rows = database.execute(
                "SELECT project, fault, shape, learned_at, uses FROM learned"
                " ORDER BY learned_at, project, fault"
            ).fetchall()
        read = [(project, fault, _shape(text), at, uses) for project, fault, text, at, uses in rows]
        return [Learned(project, fault, shape, at, uses) for project, fault, shape, at, uses in read if shape]

    def _change(self, statement: str, values: tuple[object, ...]) -> None:
        if not self.path.exists():
            return
        with self._opened() as database:
            database.execute(statement, values)

    def _opened(self) -> AbstractContextManager[sqlite3.Connection]:
        return opened(self.path, TABLES, VERSION, OUTDATED)


def _kept(database: sqlite3.Connection, project: str, fault: str) -> Shape | None:
    row = database.execute(
        "SELECT shape FROM learned WHERE project = ? AND fault = ?", (project, fault)
    ).fetchone()
    return _shape(row[0]) if row else None


def _shape(text: str) -> Shape | None:
    """None for what another version wrote: the model is then asked again."""
    try:
        return from_json(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return None
