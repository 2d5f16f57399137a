"""An example call: the last one that worked, with its values shortened, or the least a schema accepts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import UnusableSchemaError

from .wording import allowed, compact

LONGEST = 400  # characters of an example as JSON
TEXT_SHOWN = 48  # characters of one value
ITEMS_SHOWN = 2
KEYS_SHOWN = 12
DEEPEST = 5
MOST_VALUES = 100

FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "email": "name@example.com",
    "uri": "https://example.com",
    "url": "https://example.com",
    "uuid": "00000000-0000-4000-8000-000000000000",
}


def shortened(arguments: JsonObject, optional: Collection[str] = ()) -> JsonObject | None:
    """The shape of a call that worked, without `optional` keys that cannot be shown; None if it cannot."""
    shown = {
        key: _short(value, 0)
        for key, value in list(arguments.items())[:KEYS_SHOWN]
        if key not in optional or allowed(compact({key: _short(value, 0)}))
    }
    for key in [key for key in reversed(shown) if key in optional]:
        if len(compact(shown)) <= LONGEST:
            break
        del shown[key]
    text = compact(shown)
    return shown if shown and len(text) <= LONGEST and allowed(text) else None


def _short(value: JsonValue, depth: int) -> Any:
    if isinstance(value, str):
        line = value if len(value) <= TEXT_SHOWN else value[:TEXT_SHOWN].rstrip() + "…"
        return line if allowed(line) else "…"
    if depth >= DEEPEST and isinstance(value, (dict, list)):
        return "…"
    if isinstance(value, list):
        return [_short(item, depth + 1) for item in value[:ITEMS_SHOWN]]
    if isinstance(value, dict):
        return {key: _short(item, depth + 1) for key, item in list(value.items())[:KEYS_SHOWN]}
    return value


def from_schema(contract: Contract, keys: Collection[str] = ()) -> JsonObject | None:
    """The required keys and those of `keys` that are declared; None where nothing valid comes of it."""
    try:
        made = _Maker().object(contract.root, 0, keys)
        if not made or contract.hard_violations(made):
            return None
    except UnusableSchemaError:
        return None
    text = compact(made)
    return made if len(text) <= LONGEST and allowed(text) else None


class _Maker:
    """Makes values for a schema of any width and depth: at most MOST_VALUES of them."""

    def __init__(self) -> None:
        self._left = MOST_VALUES

    def object(self, node: Node, depth: int, keys: Collection[str] = ()) -> JsonObject:
        here = _first_branch(node)
        wanted = [name for name in here.properties if name in here.required or name in keys]
        return {name: self._value(here.properties[name], name, depth + 1) for name in wanted[:MOST_VALUES]}

    def _value(self, node: Node, name: str, depth: int) -> Any:
        self._left -= 1
        here = _first_branch(node)
        said, value = _constant(here)
        if said or self._left < 0 or depth >= DEEPEST:
            return value
        schema = here.schema if isinstance(here.schema, dict) else {}
        types = here.types
        if "string" in types:
            return _text(schema, name)
        if types & {"integer", "number"}:
            return _number(schema)
        if "array" in types:
            least = schema.get("minItems")
            count = min(least, ITEMS_SHOWN) if isinstance(least, int) and least > 0 else 1
            return [self._value(here.items, name, depth + 1)] * count if here.items else []
        if "object" in types:
            return self.object(here, depth)
        return True if "boolean" in types else None


def _constant(node: Node) -> tuple[bool, Any]:
    """A value the schema itself names."""
    schema = node.schema if isinstance(node.schema, dict) else {}
    for keyword in ("const", "default"):
        if schema.get(keyword) is not None:
            return True, schema[keyword]
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        return True, examples[0]
    return (True, node.enum[0]) if node.enum else (False, None)


def _first_branch(node: Node) -> Node:
    here = node.resolved
    for _ in range(DEEPEST):
        branches = [branch for branch in here.branches if branch.resolved.types != {"null"}]
        if not branches:
            break
        here = here.with_branch(branches[0].resolved)
    return here


def _text(schema: dict[str, Any], name: str) -> str:
    known = FORMATS.get(str(schema.get("format")))
    if known:
        return known
    least, most = schema.get("minLength"), schema.get("maxLength")
    text = f"<{name}>"
    if isinstance(most, int) and len(text) > most:
        text = "x" * max(most, 1)
    return text.ljust(min(least, LONGEST), "x") if isinstance(least, int) else text


def _number(schema: dict[str, Any]) -> int | float:
    least, most = schema.get("minimum"), schema.get("maximum")
    above = schema.get("exclusiveMinimum")
    if isinstance(least, (int, float)) and least > 1:
        return least
    if isinstance(above, (int, float)) and not isinstance(above, bool) and above >= 1:
        return int(above) + 1
    if isinstance(most, (int, float)) and most < 1:
        return most
    return 1
