"""The debug log: lines with the values of calls, in a file that only its owner may read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from sidecar.files.private import NO_LINK, make_folder, open_private

LARGEST = 10_000_000  # bytes; a larger log is renamed to debug.log.1 and a new one begun


def append(path: Path, lines: Iterable[str]) -> None:
    """Raises OSError, also where the file is a symbolic link."""
    make_folder(path.parent)
    if path.exists() and path.stat().st_size > LARGEST:
        path.replace(path.with_suffix(".log.1"))
    text = "".join(f"[toolrecovery] {line}\n" for line in lines)
    with os.fdopen(open_private(path, os.O_WRONLY | os.O_APPEND | NO_LINK), "wb") as file:
        file.write(text.encode("utf-8", "replace"))
