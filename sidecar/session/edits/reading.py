"""A file that an edit names → its text, or why there is none."""

from __future__ import annotations

import stat
from enum import Enum
from pathlib import Path

from sidecar.core.edits import FileText

from .paths import resolved

LARGEST = 4 * 1024 * 1024  # bytes of one file: what is done with it is done within a tenth of a second
LARGEST_BEYOND_ASCII = 1_500_000  # bytes, for its characters are compared in another form
LINES_MOST = 300_000
LARGEST_IN_ALL = 2 * LARGEST  # of all files of one message


class Unread(Enum):
    ABSENT = "it is not there"
    NO_FILE = "it is a folder or a device"
    LARGE = "it is larger than what is looked at"
    NO_TEXT = "it is no UTF-8 text"
    REFUSED = "it cannot be read"


class Files:
    """The files of one message or one result: each is read once."""

    def __init__(self, cwd: str, home: str) -> None:
        self.cwd, self._home = cwd, home
        self._known: dict[str, FileText | Unread] = {}
        self._left = LARGEST_IN_ALL

    def path(self, given: str) -> str:
        return resolved(given, self.cwd, self._home)

    def read(self, given: str) -> FileText | Unread:
        path = self.path(given)
        if path not in self._known:
            self._known[path] = self._read(path)
        return self._known[path]

    def _read(self, path: str) -> FileText | Unread:
        try:
            about = Path(path).stat()
            if not stat.S_ISREG(about.st_mode):
                return Unread.NO_FILE
            if about.st_size > min(LARGEST, self._left):
                return Unread.LARGE
            with Path(path).open("rb") as file:
                read = file.read(LARGEST + 1)
        except (FileNotFoundError, NotADirectoryError):
            return Unread.ABSENT
        except (OSError, ValueError):  # ValueError: a NUL in the path
            return Unread.REFUSED
        if len(read) > LARGEST:
            return Unread.LARGE
        self._left -= len(read)
        if len(read) > LARGEST_BEYOND_ASCII and not read.isascii():
            return Unread.LARGE
        if read.count(b"\n") > LINES_MOST:
            return Unread.LARGE
        try:
            return FileText(read.decode("utf-8"), path)
        except UnicodeDecodeError:
            return Unread.NO_TEXT
