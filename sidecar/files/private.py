"""Files and folders that only their owner can read, whatever the umask is. All raise OSError."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

NO_LINK = getattr(os, "O_NOFOLLOW", 0)  # absent on Windows, where a symbolic link is followed


def make_folder(path: Path) -> None:
    """Make `path` and what is missing above it."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):  # mkdir's `parents` would make those above as the umask says
        folder.mkdir(mode=0o700, exist_ok=True)


def open_private(path: Path, flags: int) -> int:
    """A file descriptor. `flags` are those of os.open; where the file is made, it is its owner's alone."""
    return os.open(path, flags | os.O_CREAT, 0o600)


def ensure_private(path: Path) -> None:
    """Make the file where there is none, and take it from other users. A symbolic link raises OSError."""
    make_folder(path.parent)
    fd = open_private(path, os.O_RDWR | NO_LINK)
    try:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # the file may be another user's, who then decides
                os.fchmod(fd, 0o600)
    finally:
        os.close(fd)
