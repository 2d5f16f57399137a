"""`  foo` → `    foo`: the indentation of every line is off by the same blanks or tabs."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.edits.file_text import Edit, FileText
from sidecar.core.edits.whole_lines import indent, is_whole_lines, keeps_recipes

SITES_READ = 500  # lines of the same words; where there are more, nothing is proposed


def indentation(edit: Edit, file: FileText) -> Iterator[Edit]:
    longest = max(edit.old.split("\n"), key=lambda line: len(line.strip(" \t")))
    words = longest.strip(" \t")
    theirs = file.indents_of(words, SITES_READ) if words else None
    if theirs is None:
        return
    mine = indent(longest)
    for wanted in sorted(theirs - {mine}):
        if wanted.endswith(mine):
            added = wanted[: len(wanted) - len(mine)]
            old, new = _deeper(edit.old, added), _deeper(edit.new, added)
        elif mine.endswith(wanted):
            taken = mine[: len(mine) - len(wanted)]
            less_old, less_new = _shallower(edit.old, taken), _shallower(edit.new, taken)
            if less_old is None or less_new is None:
                continue
            old, new = less_old, less_new
        else:
            continue
        if _depth(edit.new) == _depth(old):
            continue  # newText is as deep as the file already
        if is_whole_lines(old, file) and keeps_recipes(old, new, file):
            yield Edit(old, new)


def _depth(text: str) -> int | None:
    """The characters before its least indented line; None without any line."""
    return min((len(indent(line)) for line in text.split("\n") if line.strip()), default=None)


def _deeper(text: str, added: str) -> str:
    return "\n".join(added + line if line.strip() else line for line in text.split("\n"))


def _shallower(text: str, taken: str) -> str | None:
    """None where a line does not begin with the blanks to take off."""
    lines = text.split("\n")
    if any(line.strip() and not line.startswith(taken) for line in lines):
        return None
    return "\n".join(line.removeprefix(taken) for line in lines)
