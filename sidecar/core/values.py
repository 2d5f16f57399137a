"""JSON values: equality, a walk over the parts, and text that is exactly one value.

NaN and Infinity are no JSON: no reader here returns them, nor a number that Python reads as infinite (1e999).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from math import isinf
from typing import Any

from .blocks import JsonValue
from .spelling import as_written

_DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.000)+")  # "1.000" may be a thousand
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_FENCE = re.compile(r"\A```\w*\s*\n(.*?)\n?\s*```\s*\Z", re.DOTALL)
EXACT_BELOW = 2**53  # pi reads a JSON number as a double: from here on it may not be the one written
LITERAL_LONGEST = 200_000  # characters of Python text read; JSON has no such limit
JSON_ESCAPES = {
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}  # those that stand for another character
PYTHON_ESCAPES = {**JSON_ESCAPES, "a": "\a", "v": "\v", "\n": ""}
PYTHON_CONSTANTS = {"True": True, "False": False, "None": None}
CONSTANTS = {**PYTHON_CONSTANTS, "true": True, "false": False, "null": None}


class RepeatedKeyError(Exception):
    """An object in a text has one key with two values."""


class TooLargeError(Exception):
    """A value has more parts, or is nested deeper, than its reader looks at."""


def equal(left: JsonValue, right: JsonValue) -> bool:
    """JSON's equality: 5 is 5.0, true is not 1. Recurses on depth."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(equal(value, right[key]) for key, value in left.items())
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(equal, left, right))
    return bool(left == right)


def identity(value: JsonValue) -> Any:
    """A hashable stand-in for `value`: two are equal exactly where `equal` says so. Recurses on depth."""
    if isinstance(value, dict):
        return dict, frozenset((key, identity(below)) for key, below in value.items())
    if isinstance(value, list):
        return list, tuple(map(identity, value))
    return (bool, value) if isinstance(value, bool) else value


def written(value: JsonValue) -> str:
    """`value` as JSON text, the same for every order of keys. 5 and 5.0 differ.

    Raises ValueError for an integer of more than 4300 digits.
    """
    return json.dumps(value, sort_keys=True)


def is_empty(value: JsonValue) -> bool:
    """Whether a value carries no content: null, "", [] or {}. False and 0 do."""
    return value is None or (isinstance(value, (str, list, dict)) and not value)


def walk(
    value: JsonValue,
    most: int,
    deepest: int,
    inside: Callable[[tuple[Any, ...], str], tuple[Any, JsonValue] | None] | None = None,
) -> Iterator[tuple[tuple[Any, ...], JsonValue]]:
    """Every part of `value` with its path, in document order, `value` itself first.

    `inside` may give a text one part more: the step to it and the part. Raises TooLargeError for more than
    `most` parts or a path longer than `deepest`.
    """
    todo: list[tuple[tuple[Any, ...], JsonValue]] = [((), value)]
    seen = 0
    while todo:
        path, here = todo.pop()
        seen += 1
        if seen > most or len(path) > deepest:
            raise TooLargeError
        yield path, here
        if isinstance(here, (dict, list)) and seen + len(todo) + len(here) > most:
            raise TooLargeError
        if isinstance(here, dict):
            todo.extend(((*path, key), child) for key, child in reversed(here.items()))
        elif isinstance(here, list):
            todo.extend(((*path, index), here[index]) for index in reversed(range(len(here))))
        elif isinstance(here, str) and inside is not None and (part := inside(path, here)) is not None:
            todo.append(((*path, part[0]), part[1]))


def _finite(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise ValueError(f"{text} is no JSON number")
    return value


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def json_decoder(**options: Any) -> json.JSONDecoder:
    """A decoder that raises ValueError for NaN, Infinity and numbers too large for a double."""
    return json.JSONDecoder(**{"parse_constant": _no_constant, "parse_float": _finite, **options})


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(members)
    if len(made) < len(members) and any(not equal(made[key], value) for key, value in members):
        raise RepeatedKeyError
    return made


_DECODER = json_decoder(strict=False, object_pairs_hook=_once, parse_int=as_written, parse_float=as_written)
_STRICT = json_decoder()


def decode_json(text: str) -> JsonValue:
    """The JSON value that `text` is. Raises ValueError, also for nesting too deep to read."""
    try:
        value: JsonValue = _STRICT.decode(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return value


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
    """The array or object that `text` is in JSON (raw line breaks in strings allowed) or in Python.

    A code fence around it, JSON text in a JSON string and surplus closing brackets are taken off. None where
    a key is there twice with different values.
    """
    trimmed = text.strip()
    if not trimmed or trimmed[0] not in "[{(\"'`":
        return None
    trimmed = _FENCE.sub(r"\1", trimmed) if trimmed.startswith("```") else trimmed
    try:
        value, end = _DECODER.raw_decode(trimmed)
        if trimmed[end:].strip(" \t\r\n]}"):
            return None
    except RepeatedKeyError:
        return None
    except (ValueError, RecursionError):
        value = python_value(trimmed)
    if isinstance(value, str) and value != text:
        return parse_container(value) if value.strip()[:1] in ("[", "{") else None
    return value if isinstance(value, (list, dict)) else None


def python_value(text: str, longest: int = LITERAL_LONGEST) -> Any:
    """The JSON form of the Python literal that `text` is; None where it is none or has none."""
    if len(text) > longest:
        return None
    try:
        tree = ast.parse(text.lstrip(" \t"), mode="eval")
        value = None if _repeats(tree) else ast.literal_eval(tree)
        return json.loads(json.dumps(value, allow_nan=False)) if _has_json_form(value) else None
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _repeats(tree: ast.AST) -> bool:
    """Whether a dict in it has a key twice."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            if len(set(keys)) < len(keys):
                return True
    return False


def _has_json_form(value: Any) -> bool:
    """Whether a Python literal holds no sets, bytes or complex numbers, and only text as keys."""
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
