"""An edit that misses, and where its oldText would have been → the line where its newText stands instead."""

from __future__ import annotations

from .file_text import Edit, FileText, line_feeds
from .nearest import Window

PLACES_MOST = 50
TELLING = 12  # letters and digits of a newText that tells an edit by itself


def applied(edit: Edit, file: FileText, window: Window | None) -> int | None:
    """From 0. None where newText does not stand there, or says too little to tell.

    newText must have a line that oldText has not, or leave out lines from between two that stay: a newText
    that only ends earlier stands in every file that still has the part it keeps. Without a window it must
    stand in the file once and say enough by itself.
    """
    old, new = line_feeds(edit.old), line_feeds(edit.new).strip("\n")
    if not new.strip() or new in old:
        return None
    if window is None:
        at = file.text.find(new) if sum(map(str.isalnum, new)) >= TELLING else -1
        once = at != -1 and file.text.find(new, at + 1) == -1 and _is_whole(at, at + len(new), file.text)
        return file.line_at(at) if once else None
    lines = new.count("\n") + 1
    at = file.text.find(new)
    for _ in range(PLACES_MOST):
        if at == -1:
            return None
        line = file.line_at(at)
        if line < window.end and line + lines > window.start and _is_whole(at, at + len(new), file.text):
            return line
        at = file.text.find(new, at + 1)
    return None


def _is_whole(start: int, end: int, text: str) -> bool:
    """Whether it ends with a word or a line, not inside a word."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    inside = (before.isalnum() and text[start].isalnum()) or (after.isalnum() and text[end - 1].isalnum())
    return not inside
