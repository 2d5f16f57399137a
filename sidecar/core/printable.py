r"""`"\x1b[2Jpath"` → `"\\x1b[2Jpath"`: what a terminal would obey is written out."""

from __future__ import annotations


def printable(text: str) -> str:
    """Lines stay lines; escapes, controls and direction marks of a model's own become text."""
    if all(line.isprintable() for line in text.split("\n")):
        return text
    return "".join(each if each == "\n" or each.isprintable() else ascii(each)[1:-1] for each in text)


def one_line(text: str) -> str:
    return printable(text).replace("\n", "\\n")
