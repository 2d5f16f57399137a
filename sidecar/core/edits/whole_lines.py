"""What the transforms of lines share: they read whole lines only, and leave a Makefile's recipes alone."""

from __future__ import annotations

import re

from .file_text import FileText

INDENT = re.compile(r"[ \t]*")
_RULE = re.compile(r"[^\s#=][^=#]*:(?!=)")


def indent(line: str) -> str:
    found = INDENT.match(line)
    return found[0] if found else ""


def is_whole_lines(old: str, file: FileText) -> bool:
    """Whether `old` stands in the file from the start of a line to the end of one."""
    at = file.text.find(old)
    if at == -1:
        return False
    end = at + len(old)
    starts = at == 0 or file.text[at - 1] == "\n"
    return starts and (end == len(file.text) or file.text[end] == "\n" or old.endswith("\n"))


def keeps_recipes(old: str, new: str, file: FileText) -> bool:
    """In a Makefile a tab at the start of a line means a recipe: only recipes are moved about."""
    if not file.is_makefile:
        return True
    return all(line.startswith("\t") for text in (old, new) for line in text.split("\n") if line.strip())


def adds_recipes_to_recipes(given: str, old: str, new: str, file: FileText) -> bool:
    """In a Makefile: whether each line of `new` that gets a tab follows a rule, a recipe, or stands in `old`.

    `given` is `new` as it was.
    """
    if not file.is_makefile:
        return True
    known = set(old.split("\n"))
    follows = old.lstrip("\n").startswith("\t")
    for before, line in zip(given.split("\n"), new.split("\n"), strict=True):
        if not line.strip():
            continue
        if before != line and line not in known and not (line.startswith("\t") and follows):
            return False
        follows = line.startswith("\t") or _RULE.match(line) is not None
    return True
