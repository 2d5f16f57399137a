"""`  foo` → `    foo`: the indentation of all lines is off by the same blanks or tabs."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.edits.file_text import Edit, FileText

from .whole_lines import indent, is_whole_lines, keeps_recipes

SITES_READ = 200  # lines of the same words


def indentation(edit: Edit, file: FileText) -> Iterator[Edit]:
    first = next((line for line in edit.old.split("\n") if line.strip()), None)
    if first is None:
        return
    mine = indent(first)
    theirs = set(file.indents_of(first.lstrip(" \t"), SITES_READ))
    for wanted in sorted(theirs - {mine}):
        if wanted.endswith(mine):
            added = wanted[: len(wanted) - len(mine)]
            old, new = _deeper(edit.old, added), _deeper(edit.new, added)
        elif mine.endswith(wanted):
            taken = mine[: len(mine) - len(wanted)]
            shallower = _shallower(edit.old, taken), _shallower(edit.new, taken)
            if shallower[0] is None or shallower[1] is None:
                continue
            old, new = shallower
        else:
            continue
        if is_whole_lines(old, file) and keeps_recipes(old, new, file):
            yield Edit(old, new)


def _deeper(text: str, added: str) -> str:
    return "\n".join(added + line if line.strip() else line for line in text.split("\n"))


def _shallower(text: str, taken: str) -> str | None:
    lines = text.split("\n")
    if any(line.strip() and not line.startswith(taken) for line in lines):
        return None
    return "\n".join(line.removeprefix(taken) for line in lines)
