"""Arguments that pi could read → what the model meant, where pi's reading lost something of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from sidecar.core.blocks import JsonObject, JsonValue, ToolCall
from sidecar.core.patch import apply, dotted, replace
from sidecar.core.proposals.proposal import Proposal
from sidecar.core.spelling import lost_digits, spelling_of
from sidecar.core.values import TooLargeError, walk

from . import lost_backslashes, sent
from .sent import Meant, Unclear

SPELLING = sent.SPELLING
RULES = {**sent.RULES, lost_backslashes.RULE: lost_backslashes.DOES}
MOST_PARTS = 100_000
DEEPEST = 200


def meant(call: ToolCall, allows: Callable[[str, str], bool]) -> Meant | Unclear:
    """`allows`: whether a rule is switched on for a tool."""
    found = Meant(call.arguments)
    if call.sent is not None:
        read = sent.meaning(call.sent, call.arguments, lambda rule: allows(rule, call.name))
        if isinstance(read, Unclear):
            return read
        found = read or found
    if not allows(lost_backslashes.RULE, call.name):
        return found
    restored = lost_backslashes.restore(found.arguments)
    if isinstance(restored, Unclear):
        return restored
    if restored is None:
        return found
    places = ", ".join(dotted(path) for path in restored.places)
    return Meant(
        restored.arguments,
        (*found.rules, lost_backslashes.RULE),
        (*found.notes, f"backslashes restored in {places}"),
    )


def exact(arguments: JsonObject, is_valid: Callable[[JsonObject], bool]) -> Meant | Unclear:
    """Whole numbers that lost digits as text, where the schema takes text too."""
    changed: JsonObject = arguments
    for path, value in _numbers(arguments):
        if not lost_digits(value):
            continue
        changed = apply(changed, (replace(path, spelling_of(value)),))
        if not is_valid(changed):
            return Unclear(
                f"{dotted(path)} is {spelling_of(value)}, a number too long to be exact: pi would use"
                f" {json.dumps(value)}. Send a number of at most 15 digits."
            )
    return Meant(changed, (SPELLING,) if changed is not arguments else ())


def kept_spelling(arguments: JsonObject, steps: Sequence[Proposal]) -> bool:
    """Whether a step wrote a number as text in another way than pi would."""
    texts = {edit.value for step in steps if step.rule == "coerce-string" for edit in step.edits}
    return any(
        spelling_of(value) in texts and spelling_of(value) != json.dumps(value)
        for _, value in _numbers(arguments)
    )


def _numbers(arguments: JsonValue) -> list[tuple[tuple[Any, ...], JsonValue]]:
    """The numbers of which the spelling is known, by path."""
    try:
        return [
            (path, value)
            for path, value in walk(arguments, MOST_PARTS, DEEPEST)
            if spelling_of(value) is not None
        ]
    except TooLargeError:
        return []
