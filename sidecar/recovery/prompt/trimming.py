"""A schema, made small enough to show: descriptions cut, depth and keys bounded, within a budget."""

from __future__ import annotations

import json
from typing import Any

from sidecar.core.blocks import JsonValue
from sidecar.core.schema.node import Node

KEPT = (
    "type enum const default pattern format minimum maximum"
    " minItems maxItems minLength maxLength required additionalProperties".split()
)
ENUM_SHOWN = 40
# description length, depth, properties an object: each step smaller, the last one always fits
STEPS = ((120, 6, 60), (60, 5, 40), (0, 4, 30), (0, 3, 15), (0, 2, 8))


def trim(schema: JsonValue, budget: int) -> str:
    """`schema` as JSON text of at most about `budget` characters."""
    text = ""
    for description, depth, properties in STEPS:
        text = json.dumps(_trimmed(Node(schema, schema), description, depth, properties), ensure_ascii=False)
        if len(text) <= budget:
            break
    return shorten(text, max(budget, 200))


def shorten(text: str, limit: int) -> str:
    """`text`, or its two ends and how much is between them."""
    if len(text) <= limit:
        return text
    head, tail = limit * 2 // 3, limit // 6
    return f"{text[:head]}…({len(text) - head - tail} characters)…{text[-tail:]}"


def shown_properties(node: Node, limit: int) -> list[str]:
    """The keys worth showing: required ones first, then in the schema's order."""
    names = sorted(node.properties, key=lambda name: name not in node.required)
    return names[:limit]


def _trimmed(node: Node, description: int, depth: int, properties: int) -> Any:
    here = node.resolved
    if not isinstance(here.schema, dict):
        return here.schema
    kept: dict[str, Any] = {}
    for keyword in KEPT:
        value = here.schema.get(keyword)
        if keyword not in here.schema or (isinstance(value, dict) and keyword != "default"):
            continue
        if isinstance(value, list):
            value = value[:ENUM_SHOWN]
        kept[keyword] = value if len(str(value)) <= 2000 else shorten(str(value), 200)
    if description and here.description:
        kept["description"] = shorten(here.description, description)
    if depth <= 0:
        return kept
    below = (description, depth - 1, properties)
    if here.properties:
        kept["properties"] = {
            name: _trimmed(here.properties[name], *below) for name in shown_properties(here, properties)
        }
    if here.items is not None:
        kept["items"] = _trimmed(here.items, *below)
    if here.branches:
        kept["anyOf"] = [_trimmed(branch, *below) for branch in here.branches[:8]]
    return kept
