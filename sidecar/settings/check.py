"""A settings object → the part of it that can be used, and one line for each value that cannot."""

from __future__ import annotations

import copy
import json
from dataclasses import fields
from functools import cache
from typing import Any

from sidecar.core.blocks import JsonObject, Path
from sidecar.core.patch import value_at
from sidecar.core.schema import patterns
from sidecar.core.schema.contract import Contract, contract
from sidecar.core.schema.violation import Violation

from . import endpoint
from .config import HTTP, PROVIDER_AND_ID, Endpoint
from .declared import key
from .schema import settings_schema

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
    HTTP: "it must begin with http:// or https://",
    PROVIDER_AND_ID: 'it must be "provider/id"',
}
_SECRET = "apiKey"  # noqa: S105  # a key's name


@cache
def _contract() -> Contract:
    return contract(settings_schema())


def usable(settings: JsonObject, source: str) -> tuple[JsonObject, list[str]]:
    """`settings` without its wrong values, and what is wrong: source, key, what is allowed."""
    kept = copy.deepcopy(settings)
    faults: list[str] = []
    wrong = _contract().hard_violations(settings)
    for violation in sorted(wrong, key=lambda each: [str(step).zfill(9) for step in each.path], reverse=True):
        faults.append(f"{source}: {_say(violation)}")
        _drop(kept, violation.path)
    root = settings_schema()
    for said in (*_drop_bad_fragments(kept, root, ""), *_drop_bad_endpoint(kept.get("endpoint") or {})):
        faults.append(f"{source}: {said}")
    return kept, faults[::-1]


def _drop(settings: JsonObject, path: Path) -> None:
    try:
        owner = value_at(settings, path[:-1])
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


def _drop_bad_fragments(settings: JsonObject, node: JsonObject, above: str) -> list[str]:
    """Of the lists of regular expressions: those that do not compile."""
    faults: list[str] = []
    for name, value in settings.items():
        below = node.get("properties", {}).get(name, {})
        if isinstance(value, dict) and below:
            faults += _drop_bad_fragments(value, below, f"{above}{name}.")
        elif below.get("items", {}).get("format") == "regex":
            wrong = {each: said for each in value if (said := patterns.fault(each))}
            faults += [f"{above}{name} holds {each[:60]!r}, ignored: {said}" for each, said in wrong.items()]
            settings[name] = [each for each in value if each not in wrong]
    return faults


def _drop_bad_endpoint(said: JsonObject) -> list[str]:
    """Of the endpoint: values that the schema takes and that cannot be used. A message repeats no key."""
    given = [(each.name, key(each)) for each in fields(Endpoint) if key(each) in said]
    wrong = {place: fault for name, place in given if (fault := endpoint.fault(name, said[place].strip()))}
    for place in wrong:
        del said[place]
    return [f"endpoint.{place} {fault}" for place, fault in wrong.items()]
