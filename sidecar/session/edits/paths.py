"""A path as a model writes it → the file that pi's tools take it for."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")


def resolved(path: str, cwd: str, home: str) -> str:
    """pi reads `@a`, `~/a`, a file URL, and other spaces for a plain one (its utils/paths.js)."""
    path = _SPACES.sub(" ", path).removeprefix("@")
    if path == "~":
        path = home
    elif path.startswith("~/") or (os.name == "nt" and path.startswith("~\\")):
        path = home + os.sep + path[2:]
    elif path.startswith("file://"):
        path = url2pathname(unquote(urlsplit(path).path))
    return os.path.normpath(Path(cwd) / path)


def real(path: str) -> str:
    """Without symbolic links, so that two names of one file are one."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


def from_folder(path: str, folder: str) -> str:
    """As seen from `folder` where it is below it, else absolute; with `/` between the parts."""
    try:
        below = os.path.relpath(path, folder)
    except ValueError:  # on another drive
        below = os.pardir
    shown = path if Path(below).parts[:1] == (os.pardir,) else below
    return shown.replace(os.sep, "/")
