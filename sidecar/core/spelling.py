"""`1.10` → the number 1.1 that still knows how it was written."""

from __future__ import annotations

import json
from decimal import Decimal
from math import isfinite
from typing import Any

PLAIN_BELOW = 1e21  # JavaScript writes a larger number with an exponent


class SpelledInt(int):
    spelling: str


class SpelledFloat(float):
    spelling: str


def spelled(spelling: str) -> SpelledInt | SpelledFloat:
    """The number as JavaScript reads it and writes it again, and its spelling. Raises OverflowError."""
    value = float(spelling)
    number: SpelledInt | SpelledFloat
    if value.is_integer() and abs(value) < PLAIN_BELOW:
        number = SpelledInt(int(Decimal(repr(value))))
    else:
        number = SpelledFloat(value)
        if not isfinite(value):
            raise OverflowError(spelling)
    number.spelling = spelling
    return number


def as_written(spelling: str) -> SpelledInt | SpelledFloat:
    """The number with all its digits, and its spelling. Raises ValueError, also for one too large."""
    number: SpelledInt | SpelledFloat
    try:
        number = SpelledInt(spelling)
    except ValueError:
        number = SpelledFloat(spelling)
    try:
        finite = isfinite(number)
    except OverflowError:  # a whole number beyond every double
        finite = False
    if not finite:
        raise ValueError(f"{spelling[:40]} is too large a number")
    number.spelling = spelling
    return number


def spelling_of(value: Any) -> str | None:
    """How a number was written; None for any other value, and for a number of which it is not known."""
    return value.spelling if isinstance(value, (SpelledInt, SpelledFloat)) else None


def json_text(value: Any, indent: str = "") -> str:
    """`value` as JSON on lines of its own, its numbers as they were written. Recurses on depth."""
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        lines = [f"{deeper}{_plain(key)}: {json_text(item, deeper)}" for key, item in value.items()]
    elif isinstance(value, list) and value:
        lines = [deeper + json_text(item, deeper) for item in value]
    else:
        return spelling_of(value) or _plain(value)
    opener, closer = "{}" if isinstance(value, dict) else "[]"
    return "\n".join((opener, ",\n".join(lines), indent + closer))


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def lost_digits(value: Any) -> bool:
    """Whether a whole number has more digits than JavaScript keeps."""
    spelling = spelling_of(value)
    if spelling is None or Decimal(spelling) != Decimal(spelling).to_integral_value():
        return False
    return Decimal(spelling) != Decimal(repr(float(spelling)))
