"""`assistant<|channel|>analysis to=functions.read` → `functions.read` → `read`: junk off, step by step."""

from __future__ import annotations

import re
import unicodedata
from collections import deque

from .affixes import HOST_ID, PREFIXES, PREFIXES_WITH_ANY_SEPARATOR, SUFFIX_PATTERNS

LONGEST_NAME = 256  # providers allow 64 or 128; the rest is room for junk
_ROUNDS = 8

_RECIPIENT = re.compile(r"\bto=([\w.:/-]+)")
_TAGGED = re.compile(r"^\s*<(?:function|invoke|tool|tool_call)(?:=|\s+name=)[\"']?([\w.:/-]+)")
_OPENING_TAGS = re.compile(r"^(?:\s*(?:<[^<>]{1,60}>|\[[A-Z_/]{2,40}\]))+")
_JUNK = " \t\r\n\v\f\"'`“”‘’´*{}[]()<>,;:.=|/\\!?​⁠\ufeff"
FIRST_FOREIGN = re.compile(r"[^\w.:/#| -]")
_SAYS_NOTHING = re.compile(
    rf"(?:</?\|?\w{{0,60}}\|?>?|\b(?:analysis|assistant|code|commentary|final|json)\b|[{re.escape(_JUNK)}])*"
)
_PREFIX = re.compile(
    rf"^(?:{HOST_ID}"
    rf"|(?:{'|'.join(sorted(PREFIXES, key=len, reverse=True)).replace('_', '[_ ]')})(?:::|__|[.:/=|]|:\s+)"
    rf"|(?:{'|'.join(PREFIXES_WITH_ANY_SEPARATOR)})[-_])\s*(?=.)",
    re.IGNORECASE,
)
_SUFFIX = re.compile(rf"(?:{'|'.join(SUFFIX_PATTERNS)})$", re.IGNORECASE)


def variants(name: str) -> tuple[str, ...]:
    """The name as it is, then with more and more junk removed. No duplicates, none empty."""
    text = name[: LONGEST_NAME * 2]
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    found = [text.strip(_JUNK)] if len(name) <= LONGEST_NAME else []
    text = _without_markup(text)
    if len(text) > LONGEST_NAME:
        return tuple(filter(None, found))
    for _ in range(_ROUNDS):
        text = text.strip(_JUNK)
        found.append(text)
        half = undoubled(text)
        if half:
            text = half
        elif cut := _SUFFIX.search(text):
            text = text[: cut.start()]
        elif start := _PREFIX.match(text):
            text = text[start.end() :]
        else:
            break
    return tuple(dict.fromkeys(filter(None, found)))


def _without_markup(text: str) -> str:
    """The name without headers and tags; "" if what would be cut may be the call's arguments."""
    for said in (*deque(_RECIPIENT.finditer(text), 1), _TAGGED.match(text)):
        if said:
            return str(said[1]) if _SAYS_NOTHING.fullmatch(text, said.end()) else ""
    if opening := _OPENING_TAGS.match(text):
        text = text[opening.end() :]
    text = text.strip(_JUNK)
    foreign = FIRST_FOREIGN.search(text)
    if foreign is None:
        return text
    return text[: foreign.start()] if _SAYS_NOTHING.fullmatch(text, foreign.start()) else ""


def undoubled(text: str) -> str | None:
    """`readread`, `readreadread` and `read.read` → `read`; None when the text is no exact repetition."""
    half = len(text) // 2
    if half > 1 and len(text) % 2 and text[half] in " .:/_-" and text[:half] == text[half + 1 :]:
        return text[:half]
    for times in range(2, half + 1):
        part, rest = divmod(len(text), times)
        if not rest and text == text[:part] * times:
            return text[:part]
    return None
