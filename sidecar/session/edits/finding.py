"""A path that is not there → the files of its name below the working folder."""

from __future__ import annotations

import os
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from .paths import from_folder

ENTRIES_MOST = 60_000
SECONDS_MOST = 0.15
SHOWN = 5
GIT_S = 1.0
_PASSED_OVER = frozenset([".git", ".hg", ".svn", "__pycache__", "node_modules"])


def elsewhere(path: str, cwd: str, *, folders: bool) -> str | None:
    """A line for the model. `path`: resolved, and not there. `folders`: one of that name will do too."""
    name = Path(path).name
    if not name:
        return None
    found, whole = _named(name, cwd, folders=folders)
    found = _not_ignored(found, cwd)
    exact = [each for each in found if Path(each).name == name]
    places = sorted(exact or found, key=lambda each: (-_shared_end(each, path), each))
    kind = "file or folder" if folders else "file"
    if not places:
        return f"No {kind} below the working folder has that name." if whole else None
    shown = [from_folder(each, cwd) for each in places[:SHOWN]]
    like = "that name" if exact else "that name in other upper and lower case"
    if len(places) == 1 and whole:
        return f"Not there. The one {kind} of {like}: {shown[0]}"
    more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
    return f"Not there. Of {like} there are: {', '.join(shown)}{more}"


def _named(name: str, cwd: str, *, folders: bool) -> tuple[list[str], bool]:
    """Those of that name in any case, and whether all of the folder was looked at. The nearest come first."""
    wanted = name.casefold()
    found: list[str] = []
    waiting, entries, end = deque([cwd]), 0, time.monotonic() + SECONDS_MOST
    while waiting:
        if entries > ENTRIES_MOST or time.monotonic() > end:
            return found, False
        try:
            with os.scandir(waiting.popleft()) as listed:
                for entry in listed:
                    entries += 1
                    is_folder = entry.is_dir(follow_symlinks=False)
                    if entry.name.casefold() == wanted and (folders or not is_folder):
                        found.append(entry.path)
                    if is_folder and entry.name not in _PASSED_OVER:
                        waiting.append(entry.path)
        except OSError:
            continue  # a folder that may not be read
    return found, True


def _not_ignored(paths: Sequence[str], cwd: str) -> list[str]:
    """Those that git does not ignore; all where there is no git."""
    if not paths or not any((folder / ".git").exists() for folder in [Path(cwd), *Path(cwd).parents]):
        return list(paths)
    try:
        asked = subprocess.run(
            ["git", "-c", "core.fsmonitor=false", "check-ignore", "-z", "--stdin"],  # noqa: S607
            cwd=cwd,
            input="\0".join(paths).encode("utf-8", "surrogateescape"),
            capture_output=True,
            timeout=GIT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return list(paths)
    ignored = set(asked.stdout.decode("utf-8", "surrogateescape").split("\0"))
    return [each for each in paths if each not in ignored]


def _shared_end(one: str, other: str) -> int:
    """How many parts of two paths are the same at their ends."""
    count = 0
    for mine, theirs in zip(reversed(Path(one).parts), reversed(Path(other).parts), strict=False):
        if mine.casefold() != theirs.casefold():
            break
        count += 1
    return count
