"""Four spaces → a tab, or the reverse: the whole indentation is written with the other one."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.edits.file_text import Edit, FileText
from sidecar.core.edits.whole_lines import adds_recipes_to_recipes, indent, is_whole_lines

WIDTHS = (2, 3, 4, 8)  # columns of a tab


def tabs(edit: Edit, file: FileText) -> Iterator[Edit]:
    for width in WIDTHS:
        for change in (_to_tabs, _to_spaces, _all_to_spaces):
            old, new = change(edit.old, width), change(edit.new, width)
            if old is None or new is None or old == edit.old:
                continue
            if is_whole_lines(old, file) and adds_recipes_to_recipes(edit.new, old, new, file):
                yield Edit(old, new)


def _to_tabs(text: str, width: int) -> str | None:
    """None where a line's indentation is no whole number of tabs, or has tabs already."""
    lines = []
    for line in text.split("\n"):
        blanks = indent(line)
        if line.strip() and ("\t" in blanks or len(blanks) % width):
            return None
        lines.append("\t" * (len(blanks) // width) + line[len(blanks) :] if line.strip() else line)
    return "\n".join(lines)


def _to_spaces(text: str, width: int) -> str | None:
    lines = []
    for line in text.split("\n"):
        blanks = indent(line)
        if line.strip() and " " in blanks:
            return None
        lines.append(blanks.replace("\t", " " * width) + line[len(blanks) :])
    return "\n".join(lines)


def _all_to_spaces(text: str, width: int) -> str | None:
    spaced = _to_spaces(text, width)
    return None if spaced is None else spaced.replace("\t", " " * width)
