"""A repair in a few words, for a log line or the footer: `write: filename → path, limit: "5" → 5`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from .blocks import JsonValue
from .patch import Edit, apply, dotted, value_at
from .proposals.proposal import Proposal

STEPS_SHOWN = 3
LONGEST = 24  # characters of a value; a longer one is named by its kind


def summarise(
    tool_before: str,
    tool_after: str,
    steps: Sequence[Proposal],
    notes: Sequence[str] = (),
    arguments: JsonValue = None,
) -> str:
    """`notes` are repairs that are no edits, such as "JSON text read". `arguments`: before the steps."""
    parts = [f"{tool_before or 'no name'} → {tool_after}"] if tool_before != tool_after else []
    parts += notes
    for step in steps:
        parts.append(_words(step, arguments))
        arguments = _after(arguments, step)
    shown = list(dict.fromkeys(parts))
    more = f" and {len(shown) - STEPS_SHOWN} more" if len(shown) > STEPS_SHOWN else ""
    return f"{tool_after}: {', '.join(shown[:STEPS_SHOWN])}{more}"


def _words(step: Proposal, arguments: JsonValue) -> str:
    edit, *more = step.edits
    if edit.op == "move":
        old, new = edit.source, edit.path
        return (
            f"{old[-1]} → {new[-1]}" if step.rule.startswith("rename") else f"{dotted(old)} → {dotted(new)}"
        )
    if not edit.path:
        return "arguments rearranged"
    if edit.op == "remove":
        moved_to = [other.path for other in more if other.op == "add"]
        return f"{dotted(edit.path)} → {dotted(moved_to[0])}" if moved_to else f"{dotted(edit.path)} dropped"
    before = _before(arguments, edit)
    changed = f"{before} → {_short(edit.value)}" if before else _short(edit.value)
    return f"{dotted(edit.path)}: {changed}"


def _before(arguments: JsonValue, edit: Edit) -> str:
    if edit.op != "replace":
        return ""
    try:
        return _short(value_at(arguments, edit.path))
    except (LookupError, TypeError):
        return ""


def _after(arguments: JsonValue, step: Proposal) -> JsonValue:
    try:
        changed: JsonValue = apply(arguments, step.edits)
    except (LookupError, TypeError):
        return arguments
    return changed


def _short(value: JsonValue) -> str:
    if not isinstance(value, (dict, list)) or not value:
        text = json.dumps(value, ensure_ascii=False)
        if len(text) <= LONGEST:
            return text
    match value:
        case dict():
            return "an object"
        case list():
            return "a list"
        case str():
            return "a text"
        case _:
            return "a number"
