"""A Markdown fence around the text → the text between: a code block copied with its fence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.edits.file_text import Edit, FileText
from sidecar.core.edits.whole_lines import is_whole_lines

_FENCED = re.compile(r"\s*(`{3,}|~{3,})([^\n`]*)\n(.*?)\n?[ \t]*\1\s*", re.DOTALL)
_MARK = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)


def fence(edit: Edit, file: FileText) -> Iterator[Edit]:
    old, new = _FENCED.fullmatch(edit.old), _FENCED.fullmatch(edit.new)
    if old is None:
        return
    if new is not None and new[2] == old[2]:
        texts = [Edit(old[3], new[3]), Edit(old[3] + "\n", new[3] + "\n")]
    elif not _MARK.search(edit.new):
        texts = [Edit(old[3], edit.new)]
    else:
        return
    yield from (each for each in texts if is_whole_lines(each.old, file) and not _is_fenced(each.old, file))


def _is_fenced(text: str, file: FileText) -> bool:
    """Whether the file has a fence of its own around the text: then the fence is part of what is edited."""
    before, _, after = file.text.partition(text)
    return _MARK.match(before.rstrip("\n").rpartition("\n")[2]) is not None and _MARK.match(after) is not None
