"""Text → the form in which pi compares where the exact text is not found."""

from __future__ import annotations

import unicodedata

# The characters that JavaScript's trimEnd takes off a line.
_JS_SPACE = " \t\v\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_ASCII_SPACE = " \t\v\f\r"
_FOLDS = {
    "\u2018\u2019\u201a\u201b": "'",
    "\u201c\u201d\u201e\u201f": '"',
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212": "-",
    "\u00a0\u202f\u205f\u3000" + "".join(map(chr, range(0x2002, 0x200B))): " ",
}


def folded(text: str) -> str:
    """No blanks at the ends of lines, plain quotes, dashes and spaces, and the characters of NFKC."""
    if text.isascii():
        return _without_blank_ends(text, _ASCII_SPACE)
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    text = _without_blank_ends(text, _JS_SPACE)
    for characters, plain in _FOLDS.items():
        for each in characters:
            text = text.replace(each, plain)
    return text


def _without_blank_ends(text: str, blanks: str) -> str:
    if text[-1:] not in blanks and not any(f"{blank}\n" in text for blank in blanks):
        return text
    return "\n".join([line.rstrip(blanks) for line in text.split("\n")])
