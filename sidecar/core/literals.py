"""Python and JSON literals inside other text: own tokens, nothing evaluated, no recursion.

Strings may hold raw newlines (LFM2), and JSON's true, false and null are words here too (OLMo).
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .budget import step
from .spelling import as_written
from .values import CONSTANTS, PYTHON_ESCAPES

DEEPEST = 200  # brackets in brackets; arguments have a handful
PARTS_A_STEP = 128  # escapes and quotes of a string
_WORD = re.compile(r"[A-Za-z_]\w*")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:_\d+)*)?(?:\.\d*)?(?:[eE][+-]?\d+)?")
_SPACE = re.compile(r"\s+")
_PLAIN = re.compile(r"[^\\'\"]+")
_DIGITS = re.compile(r"[0-9a-fA-F]+")
_HEX = {"x": 2, "u": 4, "U": 8}
_CLOSER = {"[": "]", "{": "}", "(": ")"}


class Fault(Enum):
    """Why there is no value: the text ends inside it, or it is none."""

    CUT = "cut"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Scanned:
    """A value and the place in the text where it ends."""

    value: Any
    end: int


def skip_space(text: str, at: int) -> int:
    """The first place from `at` on that holds no white space."""
    if at >= len(text) or not text[at].isspace():
        return at
    space = _SPACE.match(text, at)
    return space.end() if space is not None else at


def scan_string(text: str, at: int) -> Scanned | Fault:
    """The quoted string that begins at `at`, triple-quoted ones too."""
    quote = text[at]
    closer = quote * 3 if text.startswith(quote * 3, at) else quote
    parts: list[str] = []
    here = at + len(closer)
    while here < len(text):
        if text.startswith(closer, here):
            return Scanned("".join(parts), here + len(closer))
        if len(parts) % PARTS_A_STEP == PARTS_A_STEP - 1:
            step()
        character = text[here]
        if character == "\\":
            if here + 1 >= len(text):
                return Fault.CUT
            escape = text[here + 1]
            if escape in _HEX:
                digits = text[here + 2 : here + 2 + _HEX[escape]]
                if not _DIGITS.fullmatch(digits) or int(digits, 16) > sys.maxunicode:
                    return Fault.MALFORMED
                parts.append(chr(int(digits, 16)))
                here += 2 + _HEX[escape]
                continue
            known = PYTHON_ESCAPES.get(escape)
            # as Python does: an escape it does not know keeps its backslash, quotes and backslash lose it;
            # unlike Python, so does a digit: `\0` and `\1` are of a path or a pattern, nobody sends a NUL
            parts.append(known if known is not None else escape if escape in "\\'\"" else "\\" + escape)
            here += 2
        elif character in "'\"":
            parts.append(character)
            here += 1
        else:
            run = _PLAIN.match(text, here)
            assert run is not None  # noqa: S101 - the character is neither quote nor backslash
            parts.append(run.group())
            here = run.end()
    return Fault.CUT


def _scalar(text: str, at: int) -> Scanned | Fault:
    if at >= len(text):
        return Fault.CUT
    if text[at] in "'\"":
        return scan_string(text, at)
    word = _WORD.match(text, at)
    if word is not None:
        if word.group() in CONSTANTS:
            return Scanned(CONSTANTS[word.group()], word.end())
        return Fault.CUT if word.end() == len(text) else Fault.MALFORMED
    number = _NUMBER.match(text, at)
    if number is None or not number.group().strip("+-"):
        return Fault.MALFORMED
    try:
        return Scanned(as_written(number.group()), number.end())
    except ValueError:
        return Fault.MALFORMED


def scan_literal(text: str, at: int) -> Scanned | Fault:
    """A literal: string, number, word, list, tuple or dict with string keys."""
    stack: list[tuple[str, Any]] = []  # (closer, container under construction)
    keys: list[str | None] = []
    here = at
    while True:
        here = skip_space(text, here)
        if here >= len(text):
            return Fault.CUT
        if stack and text[here] == stack[-1][0]:
            _, value = stack.pop()
            keys.pop()
            here += 1
        elif text[here] in _CLOSER and not (stack and stack[-1][0] == "}" and keys[-1] is None):
            if len(stack) >= DEEPEST:
                return Fault.MALFORMED
            stack.append((_CLOSER[text[here]], {} if text[here] == "{" else []))
            keys.append(None)
            here += 1
            continue
        else:
            scanned = _scalar(text, here)
            if isinstance(scanned, Fault):
                return scanned
            value, here = scanned.value, scanned.end
            if stack and stack[-1][0] == "}" and keys[-1] is None:
                here = skip_space(text, here)
                if here >= len(text):
                    return Fault.CUT
                if not isinstance(value, str) or text[here] != ":" or value in stack[-1][1]:
                    return Fault.MALFORMED
                keys[-1] = value
                here += 1
                continue
        if not stack:
            return Scanned(value, here)
        container = stack[-1][1]
        if isinstance(container, dict):
            container[keys[-1]] = value
            keys[-1] = None
        else:
            container.append(value)
        here = skip_space(text, here)
        if here >= len(text):
            return Fault.CUT
        if text[here] == ",":
            here += 1
        elif text[here] != stack[-1][0]:
            return Fault.MALFORMED
