"""`{"a": "say "hi" now", "b": 1}` → a holds `say "hi" now`: unescaped quotes inside a string.

A quote closes its string where a declared key, the next item or the closers of the open containers follow,
and the quotes inside come in pairs. The text is ambiguous where a declared key stands inside the string
(maybe the next argument), and where the string may be pieces to be joined.
"""

from __future__ import annotations

import re
from functools import partial

from sidecar.core.argument_text.escapes import json_like
from sidecar.core.argument_text.machine import CLOSER, Dialect, Machine
from sidecar.core.argument_text.strip import is_prose
from sidecar.core.argument_text.verdict import Candidate, Cut, Doubt, HaltError, Verdict
from sidecar.core.names.words import plain

from .lenient import WORDS

STEP = "escape-quotes"
QUOTES_LIMIT = 5_000  # in one string; with more the text is ambiguous

_QUOTE = re.compile(r'\\.|"', re.DOTALL)
_KEY = re.compile(r'"([^"\\\n]{1,64})"\s*(?:->|[:=：])')
_ANY_KEY = re.compile(r'["\']?([\w$.-]{1,64}|(?<=")[^"\\\n]{1,64})["\']?\s*(?:->|[:=：])')
_BLANK = re.compile(r"(?:\s|//[^\n]*\n|#[^\n]*\n|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)*")
_JOIN = re.compile(r'[\s+\\]+"')
_SIDE_BY_SIDE = re.compile(r'[\s+,;]*"')
_ENDS_A_PIECE = re.compile(r'[^\s(\[{=,:<>!&|"]"[\s,;:+.|&?)\]}>=*/-]')
_PLAIN_KEY = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)


def read_to_declared_key(text: str, start: int, stop: int, keys: frozenset[str]) -> Verdict:
    """A key the schema does not declare is taken for content."""
    return _read(text, start, stop, keys, any_key=False)


def read_to_any_key(text: str, start: int, stop: int, keys: frozenset[str]) -> Verdict:
    """A key the schema does not declare is taken for a misspelt argument."""
    return _read(text, start, stop, keys, any_key=True)


def _read(text: str, start: int, stop: int, keys: frozenset[str], *, any_key: bool) -> Verdict:
    last = text.rfind("}", start, stop)
    if last >= 0 and is_prose(text[last + 1 : stop], keys):
        stop = last + 1
    dialect = Dialect(WORDS, partial(_string, keys=keys, any_key=any_key), _key)
    verdict = Machine(text, start, stop, dialect).run()
    if isinstance(verdict, Candidate):
        return verdict if STEP in verdict.steps else None
    return verdict if isinstance(verdict, Doubt) else None  # a Cut is the lenient reader's to report


def _key(machine: Machine, pos: int) -> tuple[str, int]:
    found = _PLAIN_KEY.match(machine.text, pos, machine.stop)
    value = json_like(found[1]) if found else None
    if found is None or value is None:
        raise HaltError(None)
    return value, found.end()


def _string(machine: Machine, pos: int, *, keys: frozenset[str], any_key: bool) -> tuple[str, int]:
    text, stop = machine.text, machine.stop
    if text[pos] != '"' or text.startswith('"""', pos):
        raise HaltError(None)
    in_list = machine.stack[-1].opener != "{"
    inner = quotes = 0  # unescaped quotes; all of them
    for found in _QUOTE.finditer(text, pos + 1, stop):
        if found[0] == '\\"':
            quotes += 1
        if found[0] != '"':
            continue
        named = _KEY.match(text, found.start(), stop)
        if inner and named and plain(named[1]) in keys:
            raise HaltError(Doubt(f"{named[1]} may be an argument or text inside a string"))
        follows = _follows(machine, found.end(), keys)
        if (follows and not inner) or (follows in _closing(any_key) and quotes % 2 == 0):
            value = json_like(text[pos + 1 : found.start()])
            if value is None or (inner and inner % 2 == 0 and quotes > inner):
                raise HaltError(
                    Doubt("an escape can mean two things")
                )  # also `"a \\"b\\""` within open quotes
            machine.note(STEP if inner else None)
            return value, found.end()
        if quotes % 2 == 0 and _ends_a_piece(text, found.start(), stop, in_list):
            raise HaltError(Doubt("a string in pieces, or quotes inside a string"))
        if text[found.start() - 1] == "\\":
            raise HaltError(Doubt("a quote after an escaped backslash: escaped twice, or not at all"))
        if follows == "item" or inner > QUOTES_LIMIT:
            raise HaltError(Doubt("a quote may end one item or stand inside it"))
        inner += 1
        quotes += 1
    raise HaltError(Cut("the text ends inside a string"))


def _ends_a_piece(text: str, quote: int, stop: int, in_list: bool) -> bool:
    """Whether a quote that should open a quotation looks like one that closes a piece of the string."""
    if _JOIN.match(text, quote + 1, stop) or _ENDS_A_PIECE.match(text, quote - 1, stop):
        return True
    return in_list and _SIDE_BY_SIDE.match(text, quote + 1, stop) is not None


def _closing(any_key: bool) -> tuple[str, ...]:
    return ("declared", "item", "end", "other") if any_key else ("declared", "item", "end")


def _follows(machine: Machine, pos: int, keys: frozenset[str]) -> str:
    """What stands after a quote and may follow a value: a key, declared or other; an item; the end. Or ""."""
    text, stop, stack = machine.text, machine.stop, machine.stack
    level, comma, begin = len(stack) - 1, False, pos
    while (pos := _blank(text, pos, stop)) < stop and text[pos] in "}]),":
        if text[pos] == ",":
            if comma:
                return ""
            comma = True
        else:
            if level >= 0 and text[pos] != CLOSER[stack[level].opener]:
                return ""
            if level >= 0 and stack[level].doubled and text.startswith("}", pos + 1):
                pos += 1
            level, comma = level - 1, False
        pos += 1
    if pos >= stop or level < 0:
        return "end" if pos >= stop and level < 0 else ""
    if not comma and pos == begin:
        return ""
    if stack[level].opener == "{":
        return _key_kind(text, pos, stop, keys)
    if text[pos] == "{":
        pos += 2 if text.startswith("{", pos + 1) else 1
        return _key_kind(text, _blank(text, pos, stop), stop, keys)
    return "item" if comma and text[pos] in '"[' else ""


def _blank(text: str, pos: int, stop: int) -> int:
    return _BLANK.match(text, pos, stop).end()  # type: ignore[union-attr]


def _key_kind(text: str, pos: int, stop: int, keys: frozenset[str]) -> str:
    found = _ANY_KEY.match(text, pos, stop)
    if found is None:
        return ""
    return "declared" if plain(found[1]) in keys else "other"
