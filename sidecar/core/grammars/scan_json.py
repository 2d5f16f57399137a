"""A JSON value inside other text: where it ends exactly, or that it is cut off, or that it is no JSON.

Strings may hold raw newlines and tabs, as models write them. A key given twice is no JSON here: nobody knows
which one was meant.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .leak import skip_space


class Fault(Enum):
    CUT = "cut"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Scanned:
    value: Any
    end: int


class _RefusedError(ValueError):
    pass


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _RefusedError
    return made


def _constant(word: str) -> Any:
    raise _RefusedError(word)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, strict=False)


def scan_json(text: str, at: int) -> Scanned | Fault:
    """The value that begins exactly at `at`."""
    if at >= len(text):
        return Fault.CUT
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        # a string that is never closed is reported where it begins; everything else where reading stopped
        unclosed = error.msg.startswith("Unterminated string")
        return Fault.CUT if unclosed or skip_space(text, error.pos) >= len(text) else Fault.MALFORMED
    except (ValueError, RecursionError):
        return Fault.MALFORMED
    return Scanned(value, end)


def whole_json(text: str) -> Scanned | None:
    """The value that `text` is, white space around it aside."""
    scanned = scan_json(text, skip_space(text, 0))
    if isinstance(scanned, Fault) or skip_space(text, scanned.end) != len(text):
        return None
    return scanned
