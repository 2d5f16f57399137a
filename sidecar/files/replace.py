"""A file is replaced whole: a reader sees the old content or the new, also when this process is killed."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from .private import NO_LINK, open_private


def replace_file(path: Path, data: bytes) -> None:
    """Make `data` the content of `path`. Under a lock. Raises OSError; the file is then as it was."""
    new = path.with_name(f".{path.name}.new")
    new.unlink(missing_ok=True)  # of a process that was killed
    flags = os.O_WRONLY | os.O_EXCL | NO_LINK | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(open_private(new, flags), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
