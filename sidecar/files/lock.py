"""One process at a time: a lock on a file of its own. The system releases it when its process ends."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .private import NO_LINK, open_private

STEP_S = 0.005  # between two tries


class LockHeldError(Exception):
    """Another process held the lock for the whole wait."""


@contextlib.contextmanager
def locked(path: Path, wait_s: float) -> Iterator[None]:
    """Hold the lock file `path`, after `wait_s` seconds at most. Raises LockHeldError and OSError."""
    fd = open_private(path, os.O_RDWR | NO_LINK)
    try:
        until = time.monotonic() + wait_s
        while not _try_lock(fd):
            if time.monotonic() > until:
                raise LockHeldError(f"another process holds {path}")
            time.sleep(STEP_S)
        yield
    finally:
        os.close(fd)  # releases the lock


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
