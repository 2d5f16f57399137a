r"""`a\nb`, written → two lines: `\n`, `\t` and `\"` in both texts, where the file has the characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from sidecar.core.edits.file_text import Edit, FileText

_CHARACTERS = {"n": "\n", "t": "\t", '"': '"'}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ALL = re.compile(r"\\([nt\"\\/])")
_WRITTEN = {**_CHARACTERS, "\\": "\\", "/": "/"}


def escapes(edit: Edit, file: FileText) -> Iterator[Edit]:
    present = [letter for letter in _CHARACTERS if f"\\{letter}" in edit.old]
    for size in range(1, len(present) + 1):
        for letters in combinations(present, size):
            if all(_is_written(edit, letter) for letter in letters):
                yield Edit(_read(edit.old, letters), _read(edit.new, letters))
    # the whole was written as JSON text
    if "\\\\" in edit.old + edit.new and all(_is_written(edit, letter) for letter in present):
        yield Edit(_ALL.sub(_character, edit.old), _ALL.sub(_character, edit.new))


def _character(found: re.Match[str]) -> str:
    return _WRITTEN[found[1]]


def _read(text: str, letters: tuple[str, ...]) -> str:
    """`\\\\` stays as it is, with what follows it."""
    return _ESCAPE.sub(lambda found: _CHARACTERS[found[1]] if found[1] in letters else found[0], text)


def _is_written(edit: Edit, letter: str) -> bool:
    """Whether newText writes the character in one way only, and oldText that way too."""
    escape, character = f"\\{letter}", _CHARACTERS[letter]
    bare_new, bare_old = (text.replace(escape, "") for text in (edit.new, edit.old))
    if escape in edit.new and character in bare_new and character not in bare_old:
        return False
    return letter == '"' or not _in_a_string(edit.new, escape)


def _in_a_string(text: str, escape: str) -> bool:
    """Whether the escape stands between quotes: then it may belong to a string of the code."""
    quote, at = "", 0
    while at < len(text):
        if text.startswith(escape, at):
            if quote and _closes(text, at + len(escape), quote, escape):
                return True
            quote, at = "", at + len(escape)
            continue
        here = text[at]
        if here == "\\" and text[at + 1 : at + 2] not in ('"', "'"):
            at += 2
            continue
        if here in "\"'`" and (quote or here != "'" or not text[max(at - 1, 0)].isalnum()):
            quote = "" if here == quote else (quote or here)
        elif here == "\n":
            quote = ""
        at += 1
    return False


def _closes(text: str, at: int, quote: str, escape: str) -> bool:
    """Whether the quote that is open closes before the line ends."""
    end = min(
        (found for found in (text.find("\n", at), text.find(escape, at)) if found != -1), default=len(text)
    )
    return quote in text[at:end]
