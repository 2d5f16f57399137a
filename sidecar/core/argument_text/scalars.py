"""`+10` → 10, `True` → true: numbers and bare words, and whether a value looks whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sidecar.core.spelling import as_written

from .verdict import Cut, HaltError, Pairs

# after `41,` a number that begins with its point may be the end of `41.8902`
_NUMBER = re.compile(
    r"[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|(?<!\d,)(?<!\d,[+-])\.\d+)(?:[eE][+-]?\d+)?(?![\w.%*/+-])"
)
_LEADING_ZERO = re.compile(r"0\d+(?:\.\d+)?(?![\w.%*/+-])")
TEXT_OF_DIGITS = "read-digits"  # `02134`: text, for as a number it would lose the zero
_TOKEN = re.compile(r"[^\s,;:{}\[\]()\"']*")
_DIGITS_LIMIT = 4000  # int() refuses more than 4300


def read_scalar(text: str, pos: int, stop: int, words: Mapping[str, Any]) -> tuple[Any, int, str | None]:
    """The number or word at `pos`, where it ends, and the step it took."""
    number = _NUMBER.match(text, pos, stop)
    if number is not None:
        said = number[0]
        odd = said[0] == "+" or said[-1] == "." or said.lstrip("-")[0] == "."
        return _exact(said), number.end(), "read-number" if odd else None
    zeros = _LEADING_ZERO.match(text, pos, stop)
    if zeros is not None:
        return zeros[0], zeros.end(), TEXT_OF_DIGITS
    word = _TOKEN.match(text, pos, stop)[0]  # type: ignore[index]
    end = pos + len(word)
    if word not in words:
        begun = end >= len(text) and (any(map(str.isdigit, word)) or _starts_any(word, words))
        raise HaltError(Cut("the text ends inside a value") if begun else None)
    return words[word], end, None if word in ("true", "false", "null") else "read-word"


def looks_whole(value: str) -> bool:
    """Not when empty, in mid-phrase or with an open bracket: then the closing quote may be content."""
    if not value or value[-1] in " \t=:,<([{":
        return False
    return all(value.count(opener) == value.count(closer) for opener, closer in ("{}", "[]", "()"))


def opens_twice(value: Any) -> bool:
    return bool(value) and not isinstance(value, Pairs) and type(value[0]) is list


def _starts_any(begun: str, words: Mapping[str, Any]) -> bool:
    return any(word.startswith(begun) for word in words)


def _exact(text: str) -> int | float:
    if len(text) > _DIGITS_LIMIT:
        raise HaltError(None)
    try:
        return as_written(text)
    except ValueError:
        raise HaltError(None) from None
