"""What recovery models taught, kept by fault in SQLite: shapes, never values. Two pi processes share it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from sidecar.core.learned import Shape, from_json, to_json, widened

from .database import opened

MOST = 500  # shapes kept; the ones that were not used for longest go first

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
    """Each method opens the file, so what another process did counts at once. All raise StateError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, fault: str) -> Shape | None:
        if not self.path.exists():
            return None
        with opened(self.path, TABLES) as database:
            row = database.execute("SELECT shape FROM learned WHERE fault = ?", (fault,)).fetchone()
        return _shape(row[0]) if row else None

    def put(self, fault: str, sent: str, shape: Shape, now: float) -> None:
        """Keep `shape`. What is otherwise the same shape is widened, in one transaction."""
        with opened(self.path, TABLES) as database:
            database.execute("BEGIN IMMEDIATE")
            row = database.execute("SELECT shape FROM learned WHERE fault = ?", (fault,)).fetchone()
            told = json.dumps(to_json(widened(_shape(row[0]) if row else None, shape)))
            database.execute(
                "INSERT INTO learned (fault, sent, shape, learned_at, used_at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (fault) DO UPDATE SET shape = excluded.shape, used_at = excluded.used_at",
                (fault, sent, told, now, now),
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
        kept = [(fault, sent, _shape(told), at, uses) for fault, sent, told, at, uses in rows]
        return [Learned(fault, sent, shape, at, uses) for fault, sent, shape, at, uses in kept if shape]

    def _change(self, statement: str, values: tuple[object, ...]) -> None:
        if not self.path.exists():
            return
        with opened(self.path, TABLES) as database:
            database.execute(statement, values)


def _shape(told: str) -> Shape | None:
    """None for what another version wrote: it is asked again, and taught anew."""
    try:
        return from_json(json.loads(told))
    except (ValueError, TypeError, RecursionError):
        return None
