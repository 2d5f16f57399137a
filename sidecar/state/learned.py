"""What recovery models taught, by fault, in SQLite: shapes, never values. Shared by all pi processes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from sidecar.core.learned import Shape, from_json, to_json, widened

from .database import opened

MOST = 500  # shapes; those unused for longest are deleted first

TABLES = """
CREATE TABLE IF NOT EXISTS learned (
  fault TEXT PRIMARY KEY, sent TEXT NOT NULL, shape TEXT NOT NULL,
  learned_at REAL NOT NULL, used_at REAL NOT NULL, uses INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Learned:
    """One kept shape. `sent` is the tool's name as the model wrote it. Times are seconds of the epoch."""

    fault: str
    sent: str
    shape: Shape
    learned_at: float
    uses: int


class LearnedStore:
    """Each method opens the file, so it sees what other processes wrote. All raise StateError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, fault: str) -> Shape | None:
        if not self.path.exists():
            return None
        with opened(self.path, TABLES) as database:
            row = database.execute("SELECT shape FROM learned WHERE fault = ?", (fault,)).fetchone()
        return _shape(row[0]) if row else None

    def put(self, fault: str, sent: str, shape: Shape, now: float) -> None:
        """Save `shape`, merged with the one that the fault has (core's `widened`), in one transaction."""
        with opened(self.path, TABLES) as database:
            database.execute("BEGIN IMMEDIATE")
            row = database.execute("SELECT shape FROM learned WHERE fault = ?", (fault,)).fetchone()
            text = json.dumps(to_json(widened(_shape(row[0]) if row else None, shape)))
            database.execute(
                "INSERT INTO learned (fault, sent, shape, learned_at, used_at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (fault) DO UPDATE SET shape = excluded.shape, used_at = excluded.used_at",
                (fault, sent, text, now, now),
            )
            database.execute(
                "DELETE FROM learned WHERE fault NOT IN"
                " (SELECT fault FROM learned ORDER BY used_at DESC, fault LIMIT ?)",
                (MOST,),
            )
            database.execute("COMMIT")

    def used(self, fault: str, now: float) -> None:
        self._change("UPDATE learned SET uses = uses + 1, used_at = ? WHERE fault = ?", (now, fault))

    def forget(self, fault: str) -> None:
        self._change("DELETE FROM learned WHERE fault = ?", (fault,))

    def forget_all(self) -> None:
        self._change("DELETE FROM learned", ())

    def all(self) -> list[Learned]:
        """The oldest first, in the same order every time."""
        if not self.path.exists():
            return []
        with opened(self.path, TABLES) as database:
            rows = database.execute(
                "SELECT fault, sent, shape, learned_at, uses FROM learned ORDER BY learned_at, fault"
            ).fetchall()
        read = [(fault, sent, _shape(text), at, uses) for fault, sent, text, at, uses in rows]
        return [Learned(fault, sent, shape, at, uses) for fault, sent, shape, at, uses in read if shape]

    def _change(self, statement: str, values: tuple[object, ...]) -> None:
        if not self.path.exists():
            return
        with opened(self.path, TABLES) as database:
            database.execute(statement, values)


def _shape(text: str) -> Shape | None:
    """None for what another version wrote: the model is then asked again."""
    try:
        return from_json(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return None
