"""A SQLite file in the state directory: readable by its owner alone, shared by many pi processes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.errors import StateBusyError, StateError
from sidecar.files.private import ensure_private

if TYPE_CHECKING:
    import sqlite3

MESSAGE_BUSY_S = 0.25  # how long a message waits for another process, which writes for milliseconds
BUSY_S = 5.0  # where no message waits


@contextlib.contextmanager
def opened(path: Path, tables: str, version: int = 0, outdated: str = "") -> Iterator[sqlite3.Connection]:
    """The database at `path`; `tables` is the SQL that creates what is missing. Raises StateError.

    `outdated` is the SQL that drops what an older version than `version` wrote.

    Opened for each use, on any thread: no lock and no descriptor is held between two uses.
    """
    import sqlite3  # at first use: most sessions need no state

    try:
        ensure_private(path)
        with contextlib.closing(connect(path, MESSAGE_BUSY_S)) as database:
            if _version(database) > version:
                raise StateError(f"{path} is of a newer toolrecovery; it is left alone")
            database.execute("PRAGMA journal_mode=WAL")
            if _version(database) < version:
                database.execute("BEGIN IMMEDIATE")
                if _version(database) < version:  # no other process was faster
                    database.execute(outdated)
                    database.execute(f"PRAGMA user_version={version}")
                database.execute("COMMIT")
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


def _version(database: sqlite3.Connection) -> int:
    found: int = database.execute("PRAGMA user_version").fetchone()[0]
    return found


def connect(path: Path, busy_s: float = BUSY_S) -> sqlite3.Connection:
    import sqlite3

    database = sqlite3.connect(path, timeout=busy_s, isolation_level=None)
    database.execute("PRAGMA synchronous=NORMAL")  # a power cut may cost the last entries, never the file
    database.execute("PRAGMA cache_size=-256")  # KiB; little is read, and the journal is written at its end
    return database
