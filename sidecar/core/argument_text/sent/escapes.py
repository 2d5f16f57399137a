r"""`printf \'%s\'` → `printf '%s'`, `\bword\s` → itself: escapes that JSON does not have, in one string."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sidecar.core.argument_text.escapes import pair
from sidecar.core.budget import step
from sidecar.core.values import JSON_ESCAPES

from .shell_quotes import is_balanced, quote_around

CHARACTERS_A_STEP = 200
QUOTE = "raw-escaped-quote"
BACKSLASH = "raw-backslash"

_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_KNOWN = frozenset('"\\/')
_ODD = re.compile(r"(?<!\\)(?:\\\\)*\\(?![\"\\/bfnrt'])(?!u[0-9a-fA-F]{4})")
_ODD_QUOTE = re.compile(r"(?<!\\)(?:\\\\)*\\'")
_WINDOWS = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]:(?:\\[^\\/:*?\"'<>|\s]+)+")
_SHELL_IDIOMS = ("'\\''", "$'")  # a quote between two quoted pieces; a string in which bash knows \'
_OPENS_AFTER = frozenset(' \t\n=([{,:;|&<>"$`')
_CLOSES_BEFORE = frozenset(' \t\n)]},:;|&<>"`.')


@dataclass(frozen=True, slots=True)
class Reading:
    """What the string says, and the rule by which it is not what pi reads."""

    value: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """The text can mean two things; in words."""

    reason: str


def plain_text(body: str) -> str:
    """What pi reads: a backslash that begins no escape of JSON is one."""
    return pair(_ESCAPE.sub(_plain, body)) if "\\" in body else body


def _plain(found: re.Match[str]) -> str:
    escape = found[1]
    if escape in _KNOWN:
        return escape
    if len(escape) == 5:
        return chr(int(escape[1:], 16))
    return JSON_ESCAPES.get(escape, found[0])


def read(body: str, *, command: bool) -> Reading | TwoReadings:
    """`command`: the string is run by a shell."""
    if "\\" not in body:
        return Reading(body)
    step(1 + len(body) // CHARACTERS_A_STEP)
    pi = plain_text(body)
    if _ODD_QUOTE.search(body):
        return _quotes(body, pi, command=command)
    if _ODD.search(body):
        meant = _backslashes(body)
        return Reading(meant, BACKSLASH if meant != pi else None)
    return Reading(pi)


def _backslashes(body: str) -> str:
    r"""With `\d` beside it, `\b` is no backspace, and `\n` in a Windows path no line break."""
    spared = [found.span() for found in _WINDOWS.finditer(body) if _ODD.search(found[0])]
    parts, pos = [], 0
    for start, end in spared:
        parts += [_without_backspaces(body[pos:start]), body[start:end]]
        pos = end
    return pair("".join([*parts, _without_backspaces(body[pos:])]))


def _without_backspaces(body: str) -> str:
    return _ESCAPE.sub(lambda found: found[0] if found[1] in "bf" else _plain(found), body)


def _quotes(body: str, pi: str, *, command: bool) -> Reading | TwoReadings:
    if any(idiom in body for idiom in _SHELL_IDIOMS):
        return Reading(pi)
    value, places = _with_quotes(body)
    mixed = "'" in _ESCAPE.sub("", body)
    if not command:
        return TwoReadings(_TWO) if mixed else Reading(pair(value), QUOTE)
    if _in_pairs(value, places):
        inside = mixed and any(quote_around(value[:place]) == "'" for place in places[::2])
        return TwoReadings(_TWO) if inside else Reading(pair(value), QUOTE)
    if is_balanced(value) and not is_balanced(pi):
        return TwoReadings(_TWO) if mixed and not _outside(value, places) else Reading(pair(value), QUOTE)
    return Reading(pi)


_TWO = "\\' is no escape of JSON: it may be a quote, or a backslash and a quote"


def _with_quotes(body: str) -> tuple[str, list[int]]:
    r"""The string with each `\'` as a quote, and where those quotes are."""
    parts: list[str] = []
    places: list[int] = []
    length = pos = 0
    for found in _ESCAPE.finditer(body):
        before = body[pos : found.start()]
        said = "'" if found[1] == "'" else _plain(found)
        length += len(before)
        if found[1] == "'":
            places.append(length)
        length += len(said)
        parts += [before, said]
        pos = found.end()
    return "".join([*parts, body[pos:]]), places


def _in_pairs(value: str, places: list[int]) -> bool:
    """Whether they stand around words: each second one closes what the one before it opened."""
    if len(places) % 2:
        return False
    opens = all(place == 0 or value[place - 1] in _OPENS_AFTER for place in places[::2])
    return opens and all(
        place + 1 == len(value) or value[place + 1] in _CLOSES_BEFORE for place in places[1::2]
    )


def _outside(value: str, places: list[int]) -> bool:
    return not any(quote_around(value[:place]) == "'" for place in places[:1])
