"""Two forms in which texts are compared: `letters` (letters and digits alone) and `compact` (no white space).

JSON's escapes, HTML's entities and what only colours a text are undone first, so a text is found however it
was indented, quoted, escaped or highlighted. Everything here is linear.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator

from sidecar.core.budget import step

PIECE = 20_000  # characters unescaped at once, between two steps
CHARACTERS_A_STEP, MARKS_A_STEP = 4_000, 256
NORMALISED = 2_000  # characters normalised at once
LAYERS = 3  # of entities and of escapes, one inside the other

_NUMERIC = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|u\{0{0,4}([0-9a-fA-F]{1,5})\}|x([0-9a-fA-F]{2}(?:\\x[0-9a-fA-F]{2}){0,400})"
    r"|([0-3][0-7]{2}(?:\\[0-3][0-7]{2}){0,400})(?!\d))"
)
_ESCAPE = re.compile(r"\\[nrtbf]")
_BACKSLASHES = re.compile(r"\\\\+")
_LONG_NUMBER = re.compile(r"&#[0-9]{20,}")  # Python refuses to read one of thousands of digits
_COLOUR = re.compile(r"(?:\x1b|\\(?:033|e|x1b|u001b)|\^\[|␛)\[[0-9;:?]{0,30}[A-Za-z]", re.IGNORECASE)
_INLINE = re.compile(
    r"<(?=/?[a-z])/?(?:span|font|b|i|u|s|a|em|strong|mark|wbr|ins|del|sub|sup)(?:\s[^<>]{0,400})?/?>",
    re.IGNORECASE,
)
_CELL = re.compile(r"<(?=/?[a-z])/?(?:br|td|th|tr|div|p|li|pre)(?:\s[^<>]{0,400})?/?>", re.IGNORECASE)
# more accents than any letter has; the time to normalise a run of them grows with its square
_MARKS = re.compile(r"(?:[^\w\s\x00-\x7f]|[\uff9e\uff9f]){32}")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\U000e0100-\U000e01ef]"
)
# letters of other alphabets that look like Latin ones; tag characters are invisible copies of ASCII
_LOOKALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝкмтвнАВЕКМНОРСТУХІЈЅοανρτικ",
    "aeopcyxijshdqwkmtbhABEKMHOPCTYXIJSoavptik",
) | {0xE0000 + code: code for code in range(0x20, 0x7F)}
_OTHER = re.compile(r"[\W_]+")
_BLANK, _QUOTES = re.compile(r"[\s\\]+"), re.compile(r"['`]")
# the same for ASCII text: twenty times as fast
_ASCII = bytes(range(128))
_OTHERS = bytes(code for code in _ASCII if not chr(code).isalnum())
_BLANKS = bytes(code for code in _ASCII if chr(code).isspace() or chr(code) == "\\")
_LOWER = bytes(range(256)).lower()
_LOWER_QUOTED = _LOWER.translate(bytes.maketrans(b"'`", b'""'))


def unescaped(text: str) -> str:
    """`text` with its escapes, entities, colours and look-alike letters undone."""
    return "".join(map(_unescaped, _pieces(text, PIECE)))


def _unescaped(text: str) -> str:
    marks = sum(map(text.count, "<&\\"))
    step(1 + len(text) // CHARACTERS_A_STEP + marks // MARKS_A_STEP)
    for _ in range(LAYERS) if marks else ():
        before = text
        if "<" in text and "&" in text:
            text = _INLINE.sub("", text)  # a highlighter may colour the letters of an entity
        if "&" in text:
            text = html.unescape(_LONG_NUMBER.sub("", text))
        if "\\" in text:
            text = _BACKSLASHES.sub(r"\\", text)  # what is escaped in escaped text has a run of them
            text = _NUMERIC.sub(_character, _COLOUR.sub("", text))
        if text is before or text == before:
            break
    if "\x1b" in text or "^[" in text or "␛" in text:
        text = _COLOUR.sub("", text)
    if "\\" in text:
        text = _ESCAPE.sub(" ", text)
    if "<" in text:
        text = _CELL.sub(" | ", _INLINE.sub("", text))
    return text if text.isascii() else _normalised(text)


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


def _normalised(text: str) -> str:
    return "".join(
        piece if piece.isascii() else unicodedata.normalize("NFKC", piece).translate(_LOOKALIKE)
        for longer in _pieces(_UNSEEN.sub("", text), NORMALISED)
        for piece in _behind(_MARKS, longer)
    )


def _behind(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """`text` in pieces, each but the last up to where `pattern` ends."""
    here = 0
    for found in pattern.finditer(text):
        yield text[here : found.end()]
        here = found.end()
    yield text[here:]


def _pieces(text: str, longest: int) -> Iterator[str]:
    """`text` in pieces that end at a space, if they hold one: a letter stays with its accents."""
    start = 0
    while start < len(text):
        end = start + longest
        if end < len(text):
            half = start + longest // 2
            space = max(text.rfind(" ", half, end), text.rfind("\n", half, end))
            end = space if space > 0 else end
        yield text[start:end]
        start = end


def _character(escape: re.Match[str]) -> str:
    if escape[3]:
        return bytes.fromhex(re.sub(r"\\+x", "", escape[3])).decode("utf-8", "replace")
    if escape[4]:
        return bytes(int(octal, 8) for octal in escape[4].split("\\")).decode("utf-8", "replace")
    return chr(int(escape[1] or escape[2], 16))
