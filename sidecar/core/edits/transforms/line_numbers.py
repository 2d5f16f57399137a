"""`12\\tfoo` → `foo`: line numbers copied from a listing, on every line of both texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.edits.file_text import Edit, FileText
from sidecar.core.edits.whole_lines import is_whole_lines

# What listings put between number and line: `cat -n`, editors, `grep -n`. The blank may belong to either.
_MARKS = ("\t", "→", " → ", "→ ", "│", "│ ", " │", " │ ", "|", "| ", " |", " | ", ":", ": ", "\\t")
_NUMBER = re.compile(r" *(\d{1,7})")


def line_numbers(edit: Edit, file: FileText) -> Iterator[Edit]:
    for mark in _MARKS:
        old = _without(edit.old, mark, in_order=True)
        if old is None:
            continue
        new = _without(edit.new, mark, in_order=False)
        if new is None and _has_none(edit.new):
            new = edit.new  # the listing was copied, the new text was written
        if new is not None and is_whole_lines(old, file):
            yield Edit(old, new)


def _without(text: str, mark: str, *, in_order: bool) -> str | None:
    """`text` with number and mark off each line. None: a line lacks them, or they are in disorder."""
    if not text:
        return text
    body = text.removesuffix("\n")
    lines, before = [], None
    for line in body.split("\n"):
        found = _NUMBER.match(line)
        if found is None:
            return None
        rest, number = line[found.end() :], int(found[1])
        if rest.startswith(mark):
            lines.append(rest[len(mark) :])
        elif rest == mark.rstrip(" "):
            lines.append("")
        else:
            return None
        if in_order and before is not None and number != before + 1:
            return None
        before = number
    return "\n".join(lines) + text[len(body) :]


def _has_none(text: str) -> bool:
    return not any(re.match(r" *\d+ ?[\t→│|:]", line) for line in text.split("\n"))
