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

BUSY_S = 0.25  # another process writes for milliseconds; a message must not wait longer for it


@contextlib.contextmanager
def opened(path: Path, tables: str) -> Iterator[sqlite3.Connection]:
    """The database with its `tables`, closed at the end. Raises StateError.

    Opened for each use: no lock and no descriptor outlives it, on whatever thread it was.
    """
    import sqlite3  # at first use: most sessions need no state

    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        with contextlib.suppress(OSError):  # its owner may be another user, who then decides
            path.chmod(0o600)
        with contextlib.closing(sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=NORMAL")
            database.executescript(tables)
            yield database
    except (OSError, sqlite3.Error) as error:
        raise StateError(f"{path} cannot be read or saved: {error}") from error
