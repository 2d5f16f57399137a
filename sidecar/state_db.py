"""A small SQLite file in the state directory, readable by its owner alone, shared by many pi processes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import StateError

if TYPE_CHECKING:
    import sqlite3

MESSAGE_BUSY_S = 0.25  # another process writes for milliseconds; a message must not wait longer for it
BUSY_S = 5.0  # what no message waits for


@contextlib.contextmanager
def opened(path: Path, tables: str) -> Iterator[sqlite3.Connection]:
    """The database with its `tables`, closed at the end. Raises StateError.

    Opened for each use: no lock and no descriptor outlives it, on whatever thread it was.
    """
    import sqlite3  # at first use: most sessions need no state

    try:
        private(path)
        with contextlib.closing(connect(path, MESSAGE_BUSY_S)) as database:
            database.execute("PRAGMA journal_mode=WAL")
            database.executescript(tables)
            yield database
    except (OSError, sqlite3.Error) as error:
        raise StateError(f"{path} cannot be read or saved: {error}") from error


def private(path: Path) -> None:
    """The file exists and only its owner can read it; SQLite gives its companions the same mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    os.close(os.open(path, flags, 0o600))
    with contextlib.suppress(OSError):  # its owner may be another user, who then decides
        path.chmod(0o600)


def connect(path: Path, busy_s: float = BUSY_S) -> sqlite3.Connection:
    import sqlite3

    database = sqlite3.connect(path, timeout=busy_s, isolation_level=None)
    database.execute("PRAGMA synchronous=NORMAL")  # a power cut may cost the last entries, never the file
    return database
