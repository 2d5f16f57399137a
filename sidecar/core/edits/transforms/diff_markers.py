"""`-foo` and `+bar` → `foo` and `bar`: a diff's markers on every line, `-` in oldText, `+` in newText."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.edits.file_text import Edit, FileText
from sidecar.core.edits.whole_lines import is_whole_lines, keeps_recipes


def diff_markers(edit: Edit, file: FileText) -> Iterator[Edit]:
    old, new = _without(edit.old, "-"), _without(edit.new, "+")
    marked = any(line.startswith("-") for line in edit.old.split("\n")) or edit.new.startswith("+")
    if old is None or new is None or not marked or not _stays(edit):
        return
    if is_whole_lines(old, file) and keeps_recipes(old, new, file):
        yield Edit(old, new)


def _stays(edit: Edit) -> bool:
    """Whether newText's unmarked lines are oldText's too: else their blank may be indentation, no marker."""
    kept = set(edit.old.split("\n"))
    return all(line.startswith("+") or not line or line in kept for line in edit.new.split("\n"))


def _without(text: str, mark: str) -> str | None:
    lines = text.split("\n")
    if any(line and line[0] not in (mark, " ") for line in lines):
        return None
    return "\n".join(line[1:] for line in lines)
