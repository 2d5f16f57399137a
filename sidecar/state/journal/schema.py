"""The journal's tables, and the steps that bring a file to this version."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sidecar.errors import StateError

# One step a version, never changed once released; the file's user_version says how many were taken.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE entries (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at REAL NOT NULL, session TEXT NOT NULL, turn TEXT NOT NULL, kind TEXT NOT NULL,
            observed INTEGER NOT NULL DEFAULT 0, whole INTEGER NOT NULL DEFAULT 0,
            taken_back INTEGER NOT NULL DEFAULT 0,
            call TEXT, tool TEXT, called TEXT, provider TEXT, model TEXT, stage TEXT,
            rules TEXT NOT NULL DEFAULT '[]', summary TEXT, reason TEXT,
            violations TEXT NOT NULL DEFAULT '[]', pi TEXT, complaints TEXT NOT NULL DEFAULT '[]',
            before TEXT, after TEXT, ms REAL,
            asked TEXT, calls INTEGER, tokens_in INTEGER, tokens_out INTEGER, cost REAL)""",
        "CREATE INDEX entries_at ON entries (at)",
        "CREATE INDEX entries_call ON entries (session, call)",
    ),
    (
        """CREATE TABLE turns (
            day TEXT NOT NULL, model TEXT NOT NULL, strict INTEGER NOT NULL,
            turns INTEGER NOT NULL, slips INTEGER NOT NULL,
            PRIMARY KEY (day, model, strict))""",
    ),
)


def migrated(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    found = version(db)
    if found > len(MIGRATIONS):
        db.close()
        raise StateError(newer(path, found))
    db.execute("PRAGMA journal_mode = WAL")
    for number in range(found, len(MIGRATIONS)):
        db.execute("BEGIN IMMEDIATE")
        for statement in MIGRATIONS[number]:
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {number + 1}")
        db.execute("COMMIT")
    return db


def version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def newer(path: Path, found: int) -> str:
    return (
        f"{path} is of a newer toolrecovery (version {found}, known is {len(MIGRATIONS)}); it is left alone"
    )


def is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary of an extended code
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
