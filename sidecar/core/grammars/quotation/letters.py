"""Two forms in which texts are compared: `letters` (letters and digits alone) and `compact` (no white space).

JSON's escapes and HTML's entities are undone first, so a text is found however it was indented, quoted or
escaped.
"""

from __future__ import annotations

import html
import re
import unicodedata

_NUMERIC = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}(?:\\+x[0-9a-fA-F]{2}){0,400}))")
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ESCAPE = re.compile(r"\\+[nrtbf]")
_OTHER = re.compile(r"[\W_]+")
_BLANK, _QUOTES = re.compile(r"[\s\\]+"), re.compile(r"['`]")
# the same for ASCII text: twenty times as fast
_ASCII = bytes(range(128))
_OTHERS = bytes(code for code in _ASCII if not chr(code).isalnum())
_BLANKS = bytes(code for code in _ASCII if chr(code).isspace() or chr(code) == "\\")
_LOWER = bytes(range(256)).lower()
_LOWER_QUOTED = _LOWER.translate(bytes.maketrans(b"'`", b'""'))


def unescaped(text: str) -> str:
    """`text` with its escapes and entities undone."""
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "\\" in text:
        text = _ESCAPE.sub(" ", _NUMERIC.sub(_character, text))
        text = html.unescape(html.unescape(text)) if "&" in text else text
    return text if text.isascii() else unicodedata.normalize("NFKC", _UNSEEN.sub("", text))


def letters(text: str) -> str:
    """The letters and digits of `text`, lower case, escapes and entities undone."""
    return only_letters(unescaped(text))


def only_letters(text: str) -> str:
    """The letters and digits of `text`, lower case. Its escapes are already undone."""
    if text.isascii():
        return text.encode().translate(_LOWER, _OTHERS).decode()
    return _OTHER.sub("", text).casefold()


def compact(text: str) -> str:
    """`text` (unescaped), lower case, without white space and backslashes; each quotation mark is `"`."""
    if text.isascii():
        return text.encode().translate(_LOWER_QUOTED, _BLANKS).decode()
    return _QUOTES.sub('"', _BLANK.sub("", text)).casefold()


def _character(escape: re.Match[str]) -> str:
    if escape[1]:
        return chr(int(escape[1], 16))
    return bytes.fromhex(re.sub(r"\\+x", "", escape[2])).decode("utf-8", "replace")
