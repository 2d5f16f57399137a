"""A settings object → the part of it that can be used, and one line for each value that cannot."""

from __future__ import annotations

import copy
import json
from functools import cache
from importlib import resources
from typing import Any

from sidecar.core.blocks import JsonObject, Path
from sidecar.core.schema import patterns
from sidecar.core.schema.contract import Contract, contract
from sidecar.core.schema.violation import Violation

_TYPES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a string",
}
_PATTERNS = {
    "^https?://": "it must begin with http:// or https://",
    "^[^/]+/.": 'it must be "provider/id"',
}
_SECRET = "apiKey"  # noqa: S105  # a key's name


@cache
def schema() -> Contract:
    text = resources.files(__package__).joinpath("config.schema.json").read_text("utf-8")
    return contract(json.loads(text))


def usable(settings: JsonObject, source: str) -> tuple[JsonObject, list[str]]:
    """`settings` without its wrong values, and what is wrong: source, key, what is allowed."""
    kept = copy.deepcopy(settings)
    faults: list[str] = []
    wrong = schema().hard_violations(settings)
    for violation in sorted(wrong, key=lambda each: [str(step).zfill(9) for step in each.path], reverse=True):
        faults.append(f"{source}: {_say(violation)}")
        _drop(kept, violation.path)
    for owner, key, place in (
        (kept.get("grammar"), "leakModels", "grammar."),
        (kept.get("grammarRepair"), "leakModels", "grammarRepair."),
        (kept, "sanitizeModels", ""),
    ):
        faults.extend(f"{source}: {fault}" for fault in _drop_bad_fragments(owner, key, place))
    return kept, faults[::-1]


def _drop(settings: JsonObject, path: Path) -> None:
    owner: Any = settings
    for step in path[:-1]:
        try:
            owner = owner[step]
        except (LookupError, TypeError):
            return  # it went with something above it
    if isinstance(owner, dict):
        owner.pop(path[-1], None)
    elif isinstance(owner, list) and isinstance(path[-1], int) and path[-1] < len(owner):
        del owner[path[-1]]


def _say(violation: Violation) -> str:
    place = ".".join(str(step) for step in violation.path)
    secret = _SECRET in violation.path
    value = "the value" if secret else json.dumps(violation.instance)[:60]
    return f"{place} is {value}; {_allowed(violation)}"


def _allowed(violation: Violation) -> str:
    expected: Any = violation.expected
    match violation.keyword:
        case "enum":
            return "allowed: " + ", ".join(json.dumps(each) for each in expected)
        case "type":
            kinds = expected if isinstance(expected, list) else [expected]
            return "it must be " + " or ".join(_TYPES.get(str(kind), str(kind)) for kind in kinds)
        case "required":
            return f"it needs {violation.name}"
        case "minimum":
            return f"it must be at least {expected}"
        case "exclusiveMinimum":
            return f"it must be more than {expected}"
        case "maximum":
            return f"it must be at most {expected}"
        case "pattern":
            return _PATTERNS[expected]
        case _:
            return "it must not be empty"


def _drop_bad_fragments(owner: Any, key: str, place: str) -> list[str]:
    """`key` holds regular expressions: the ones that do not compile go."""
    if not isinstance(owner, dict) or key not in owner:
        return []
    faults: list[str] = []
    good: list[str] = []
    for fragment in owner[key]:
        fault = patterns.fault(fragment)
        if fault:
            faults.append(f"{place}{key} holds {fragment[:60]!r}, ignored: {fault}")
        else:
            good.append(fragment)
    owner[key] = good
    return faults
