"""One process at a time: a lock on a file of its own, waited for a moment, let go by the system if we die."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

STEP_S = 0.005  # between two tries


class LockHeldError(Exception):
    """Another process kept the lock for as long as we would wait."""


@contextlib.contextmanager
def locked(path: Path, wait_s: float) -> Iterator[None]:
    """Hold the lock `path`. Raises LockHeldError, and OSError where the file cannot be made."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        until = time.monotonic() + wait_s
        while not _try_lock(fd):
            if time.monotonic() > until:
                raise LockHeldError(f"another process holds {path}")
            time.sleep(STEP_S)
        yield
    finally:
        os.close(fd)  # lets go of the lock


if sys.platform == "win32":
    import msvcrt

    def _try_lock(fd: int) -> bool:
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
