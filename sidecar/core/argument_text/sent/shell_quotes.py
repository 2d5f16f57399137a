"""`echo "it's"` → balanced: the quotes of a shell command."""

from __future__ import annotations

import re

_PART = re.compile(r"\\.|(?P<ansi>\$')|(?P<quote>['\"])|(?P<comment>(?:(?<=[\s;])|\A)#[^\n]*)", re.DOTALL)
_END = {
    "'": re.compile("'"),
    "$'": re.compile(r"(?:[^'\\]|\\.)*'", re.DOTALL),
    '"': re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL),
}


def quote_around(command: str) -> str:
    """The quote that is open at the end of `command`: `'`, `"`, `$'`, or nothing."""
    pos = 0
    while (found := _PART.search(command, pos)) is not None:
        pos = found.end()
        opener = found["ansi"] or found["quote"]
        if opener is None:
            continue
        end = _END[opener].search(command, pos) if opener == "'" else _END[opener].match(command, pos)
        if end is None:
            return opener
        pos = end.end()
    return ""


def is_balanced(command: str) -> bool:
    """Never of a command with a here-document: its text has quotes of its own."""
    return "<<" not in command and not quote_around(command)
