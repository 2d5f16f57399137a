"""oldText, newText and the file's text → the same edit in the file's own characters; or the nearest text.

An edit that misses is repaired only where exactly one transform of a closed list, applied to oldText and
newText alike, makes oldText occur exactly once, byte for byte. Nothing here measures likeness.
"""

from __future__ import annotations

from .applied import applied
from .arguments import edits_of, with_edits
from .file_text import Edit, FileText, line_feeds
from .nearest import Window, nearest
from .repair import Repair, repair
from .transforms import TRANSFORMS

__all__ = [
    "TRANSFORMS",
    "Edit",
    "FileText",
    "Repair",
    "Window",
    "applied",
    "edits_of",
    "line_feeds",
    "nearest",
    "repair",
    "with_edits",
]
