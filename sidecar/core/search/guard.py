"""Calls that pi would run with another meaning: the reason to block them, in words for the model.

What pi would run is compared with what was sent. Where pi keeps the meaning there is nothing to say; where it
rejects the call, its own error says enough.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from sidecar.core.blocks import JsonValue, Path
from sidecar.core.faults import BeyondRepairError, OverBudgetError, UnusableSchemaError
from sidecar.core.patch import dotted
from sidecar.core.schema.contract import Contract
from sidecar.core.values import EXACT_BELOW, equal

from .coercion import accepted

SHOWN = 60  # characters of a value quoted in a reason
MOST_REASONS = 5  # said at once

_MAY_BE_EMPTY = frozenset({"content", "newText", "text", "body"})


def guard_reason(contract: Contract, arguments: JsonValue) -> str | None:
    """Why pi must not run the call; None where pi would reject it, or run it as it was meant."""
    run = accepted_by_pi(contract, arguments)
    if run is None:
        return None
    reasons = dict.fromkeys(_changes(arguments, run[0], ()))
    return " ".join(list(reasons)[:MOST_REASONS]) or None


def rejected(contract: Contract, arguments: JsonValue) -> bool:
    """Whether pi would not run the call at all."""
    return accepted_by_pi(contract, arguments) is None


def salvaged_reason(fault: str) -> str:
    """Why pi must not run a call of which it could read only a part."""
    return f"Not run: the arguments are no whole JSON object ({fault}). Send the whole call again."


def accepted_by_pi(contract: Contract, arguments: JsonValue) -> tuple[JsonValue] | None:
    """What pi would run, in a tuple; None where it rejects the call, or nobody can say."""
    try:
        return accepted(contract, arguments)
    except (BeyondRepairError, OverBudgetError, RecursionError, UnusableSchemaError, ValueError):
        return None


def _changes(sent: Any, run: Any, path: Path) -> Iterator[str]:
    """What pi would make of each part that loses its meaning, and what to send instead."""
    if isinstance(sent, dict) and isinstance(run, dict):
        for key, value in sent.items():
            if key in run:  # else it was a null in an optional place
                yield from _changes(value, run[key], (*path, key))
    elif isinstance(sent, list) and isinstance(run, list):
        for index, (value, other) in enumerate(zip(sent, run, strict=False)):
            yield from _changes(value, other, (*path, index))
    elif isinstance(run, list):
        yield from _wrapped(sent, dotted(path))
    elif not equal(sent, run):
        reason = _changed(sent, run, dotted(path))
        if reason is not None:
            yield reason


def _wrapped(sent: JsonValue, place: str) -> Iterator[str]:
    if sent is None:
        yield f"{place} is null: pi would put an item made of null in it. Send a list."
    elif isinstance(sent, str):
        yield f"{place} is the text {_shown(sent)}: pi would make it one item of a list. Send a list."


def _changed(sent: JsonValue, run: JsonValue, place: str) -> str | None:
    if sent is None:
        return _null(run, place)
    if isinstance(run, bool) or run is None:
        return None
    if isinstance(sent, bool):
        if isinstance(run, str):
            return None
        return f"{place} is {json.dumps(sent)}: pi would run it as {run}. Send a number."
    if isinstance(sent, str):
        if not sent.strip():
            return f"{place} is empty: pi would run it as 0. Send a number or leave it out."
        if _decimal(sent) == _decimal(run):
            return None
        return f"{place} is {_shown(sent)}: pi would change it to another number. Send a plain number."
    if isinstance(sent, (int, float)):
        if isinstance(run, str):
            if abs(sent) < EXACT_BELOW:
                return None
            return f"{place} is a number too long to be exact: pi would use other digits. Send it as text."
        if isinstance(sent, float) and not sent.is_integer():
            return f"{place} is {json.dumps(sent)}: pi would cut it to {run}. Send a whole number."
    return None


def _null(run: JsonValue, place: str) -> str | None:
    if isinstance(run, str):
        empty = ' Send "" for an empty text.' if place.rpartition(".")[2] in _MAY_BE_EMPTY else ""
        return f'{place} is null: pi would use the text "null".{empty or f" Send the {place} you mean."}'
    if isinstance(run, bool):
        return f"{place} is null: pi would run it as false. Send true or false."
    if isinstance(run, (int, float)):
        return f"{place} is null: pi would run it as 0. Send the number you mean."
    return None


def _shown(text: str) -> str:
    return json.dumps(text if len(text) <= SHOWN else text[:SHOWN] + "…", ensure_ascii=False)


def _decimal(value: Any) -> Decimal | None:
    try:
        return Decimal(str(value).strip())
    except InvalidOperation:
        return None
