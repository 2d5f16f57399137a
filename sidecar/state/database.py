"""A small SQLite file in the state directory, readable by its owner alone, shared by many pi processes."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.errors import StateBusyError, StateError

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
            if database.execute("PRAGMA user_version").fetchone()[0]:
                raise StateError(f"{path} is of a newer toolrecovery; it is left alone")
            database.execute("PRAGMA journal_mode=WAL")
            database.executescript(tables)
            yield database
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary of an extended code
        kind = StateBusyError if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else StateError
        mend = (
            "; move it away to begin anew" if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) else ""
        )
        raise kind(f"{path} cannot be read or saved: {error}{mend}") from error
    except OSError as error:
        raise StateError(f"{path} cannot be read or saved: {error.strerror or error}") from error


def private(path: Path) -> None:
    """The file exists, is no symbolic link, and only its owner can read it; so are its companions."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fd = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # its owner may be another user, who then decides
                os.fchmod(fd, 0o600)
    finally:
        os.close(fd)


def connect(path: Path, busy_s: float = BUSY_S) -> sqlite3.Connection:
    import sqlite3

    database = sqlite3.connect(path, timeout=busy_s, isolation_level=None)
    database.execute("PRAGMA synchronous=NORMAL")  # a power cut may cost the last entries, never the file
    database.execute("PRAGMA cache_size=-256")  # KiB; little is read, and the journal is written at its end
    return database
