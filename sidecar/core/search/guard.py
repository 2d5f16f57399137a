"""Calls that pi would coerce into another meaning: the reason to block them, in words for the model.

pi ≥ 1.5 coerces before it validates. Where coercion keeps the meaning, a rule has already rewritten the
call. What is left is what pi would invent: the text "null", a 0 for an empty text, an integer for a fraction,
a list whose one item is JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite

from sidecar.core.patch import dotted
from sidecar.core.schema.violation import Violation
from sidecar.core.values import EXACT_BELOW

SHOWN = 60  # characters of a value quoted in a reason


def guard_reason(violations: Sequence[Violation]) -> str | None:
    """Why pi must not run the call; None where pi would reject it, or run it as it was meant."""
    reasons = []
    for violation in violations:
        if violation.hard:
            reason = _coerced(violation)
            if reason is None:
                return None
            reasons.append(reason)
    return " ".join(reasons) or None


def salvaged_reason(fault: str) -> str:
    """Why pi must not run a call of which it could read only a part."""
    return f"Not run: the arguments are no whole JSON object ({fault}). Send the whole call again."


def rejected(violations: Sequence[Violation]) -> bool:
    """Whether pi would not run the call at all."""
    return any(violation.hard for violation in violations) and guard_reason(violations) is None


def _coerced(violation: Violation) -> str | None:
    """What pi would make of one violation, and what to send instead; None where pi would reject it."""
    value, place = violation.instance, dotted(violation.path)
    if violation.keyword != "type" or not violation.path:
        return None
    types = violation.node.types
    if value is None:
        return _coerced_null(place, types)
    if isinstance(value, str):
        return _coerced_text(value, place, types)
    if isinstance(value, float) and isfinite(value) and "integer" in types:
        return f"{place} is {json.dumps(value)}: pi would cut it to {int(value)}. Send a whole number."
    if isinstance(value, (int, float)) and "string" in types and abs(value) >= EXACT_BELOW:
        return f"{place} is a number too long to be exact: pi would use other digits. Send it as text."
    if isinstance(value, bool) and types & {"integer", "number"}:
        return f"{place} is {json.dumps(value)}: pi would run it as {int(value)}. Send a number."
    return None


def _coerced_null(place: str, types: frozenset[str]) -> str | None:
    if "string" in types:
        empty = ' Send "" for an empty text.' if place.rpartition(".")[2] in _MAY_BE_EMPTY else ""
        return f'{place} is null: pi would use the text "null".{empty or f" Send the {place} you mean."}'
    if types & {"integer", "number"}:
        return f"{place} is null: pi would run it as 0. Send the number you mean."
    if "boolean" in types:
        return f"{place} is null: pi would run it as false. Send true or false."
    if "array" in types:
        return f"{place} is null: pi would put an item made of null in it. Send a list."
    return None


_MAY_BE_EMPTY = frozenset({"content", "newText", "text", "body"})


def _coerced_text(text: str, place: str, types: frozenset[str]) -> str | None:
    shown = json.dumps(text if len(text) <= SHOWN else text[:SHOWN] + "…", ensure_ascii=False)
    if types & {"integer", "number"} and "string" not in types:
        if not text.strip():
            return f"{place} is empty: pi would run it as 0. Send a number or leave it out."
        if _is_number(text):
            return f"{place} is {shown}: pi would change it to another number. Send a plain number."
        return None
    if "array" in types:
        return f"{place} is the text {shown}: pi would make it one item of a list. Send a list."
    return None


def _is_number(text: str) -> bool:
    try:
        float(int(text.strip(), 16)) if text.strip().lower().startswith("0x") else float(text)
    except (ValueError, OverflowError):
        return False
    return True
