"""Text that is exactly one value: a number, an array, an object. Anything less exact is None."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

_DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.000)+")  # "1.000" may be a thousand
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_FENCE = re.compile(r"\A```\w*\s*\n(.*?)\n?\s*```\s*\Z", re.DOTALL)
_DECODER = json.JSONDecoder(strict=False)
EXACT_BELOW = 2**53  # from here on a JSON number in pi is another one than was written
LITERAL_LONGEST = 1_000_000  # characters of Python text read; JSON has no such limit


def exact_number(text: str, *, whole: bool) -> int | float | None:
    """The number that `text` writes in decimals; None if it is none, or loses something as a whole one."""
    if _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    if not _DECIMAL.fullmatch(text) or len(text) > 400:
        return None
    if re.fullmatch(r"[+-]?\d+", text):
        digits = text.lstrip("+-")
        if (len(digits) > 1 and digits[0] == "0") or len(digits) > 16 or int(digits) >= EXACT_BELOW:
            return None
        return int(text)
    value = float(text)
    if value in (float("inf"), float("-inf")):
        return None
    if not whole:
        return value
    return (
        int(value)
        if value.is_integer() and abs(value) < EXACT_BELOW and not _GROUPED.fullmatch(text)
        else None
    )


def parse_container(text: str) -> list[Any] | dict[str, Any] | None:
    """The array or object that `text` is in JSON (raw line breaks in strings allowed) or in Python."""
    trimmed = text.strip()
    if not trimmed or trimmed[0] not in "[{(\"'`":
        return None
    trimmed = _FENCE.sub(r"\1", trimmed) if trimmed.startswith("```") else trimmed
    try:
        value, end = _DECODER.raw_decode(trimmed)
        if trimmed[end:].strip(" \t\r\n]}"):  # closers too many say nothing
            return None
    except (ValueError, RecursionError):
        value = _python_literal(trimmed)
    if isinstance(value, str) and value != text:
        return parse_container(value) if value.strip()[:1] in ("[", "{") else None
    return value if isinstance(value, (list, dict)) else None


def _python_literal(text: str) -> Any:
    if len(text) > LITERAL_LONGEST:
        return None
    try:
        value = ast.literal_eval(text)
        return json.loads(json.dumps(value, allow_nan=False)) if _is_json(value) else None
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _is_json(value: Any) -> bool:
    """Whether a Python literal has a JSON form: no sets, bytes, complex numbers, and text for keys."""
    todo = [value]
    while todo:
        here = todo.pop()
        if isinstance(here, dict):
            if not all(isinstance(key, str) for key in here):
                return False
            todo.extend(here.values())
        elif isinstance(here, (list, tuple)):
            todo.extend(here)
        elif not isinstance(here, (str, int, float, bool, type(None))):
            return False
    return True
