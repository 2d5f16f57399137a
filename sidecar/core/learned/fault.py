"""How a call is wrong, as a short stable name: tool, schema, which keys of which types, which violations."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from sidecar.core.blocks import JsonValue, ToolCall
from sidecar.core.schema.contract import schema_hash
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset
from sidecar.core.values import TooLargeError

from .shape import LONGEST_KEY
from .tree import value_of, walk

MOST_PLACES = 200


def fault(call: ToolCall, tools: Toolset) -> str | None:
    """The name of `call`'s fault, 32 hex digits; None for text that is no JSON and for calls too large."""
    value = value_of(call)
    if value is None:
        return None
    tool = tools.get(call.name)
    try:
        types = _types(value)
        broken = [] if tool is None else _broken(value, tool.name, tools)
    except (TooLargeError, UnusableSchemaError):
        return None
    schema = None if tool is None else schema_hash(tool.parameters)
    said = json.dumps([call.name, schema, call.raw is not None, types, broken])
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _types(value: JsonValue) -> list[Any]:
    """The types at every place, list positions left out. Raises TooLargeError."""
    places: dict[tuple[Any, ...], set[str]] = {}
    for steps, here in walk(value):
        if any(isinstance(step, str) and len(step) > LONGEST_KEY for step in steps[-1:]):
            raise TooLargeError
        places.setdefault(_pattern(steps), set()).add(_type(here))
        if len(places) > MOST_PLACES:
            raise TooLargeError
    return sorted(([list(place), sorted(types)] for place, types in places.items()), key=json.dumps)


def _broken(value: JsonValue, tool: str, tools: Toolset) -> list[Any]:
    found = {
        (violation.keyword, _pattern(violation.path), violation.name)
        for violation in tools.contract(tool).violations(value)
    }
    return sorted(([keyword, list(path), name] for keyword, path, name in found), key=json.dumps)


def _pattern(steps: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(step if isinstance(step, str) else 0 for step in steps)


def _type(value: JsonValue) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    return "null" if value is None else "array" if isinstance(value, list) else "object"
