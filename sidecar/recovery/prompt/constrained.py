"""The JSON Schema of an answer: leaves are enums of references and of the schema's own constants.

Written in the subset every API takes for structured output: an object at the root, all keys required, no
extra keys, an optional value is `null`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sidecar.core.blocks import JsonObject, JsonValue, Tool
from sidecar.core.schema.node import Node

from .fields import is_describing
from .references import References
from .trimming import shown_properties
from .values import decode_container

DEPTH = 4
PROPERTIES = 40
CONSTANTS = 60


def answer_schema(tools: Iterable[Tool], references: References) -> JsonObject:
    """The schema of `{"toolName", "args"}` for `tools`."""
    offered = list(tools)
    definitions = _definitions(references)
    each = [_arguments(tool, definitions) for tool in offered]
    arguments = each[0] if len(each) == 1 else {"anyOf": each}
    names = {"type": "string", "enum": [tool.name for tool in offered]}
    schema = _object({"toolName": names, "args": arguments})
    if definitions:
        schema["$defs"] = definitions
    return schema


def _definitions(references: References) -> dict[str, Any]:
    """One enum of tokens for each kind of place a value could go."""
    kinds: dict[str, list[str]] = {}
    for token, value in references.values.items():
        for kind in _kinds(value):
            kinds.setdefault(kind, []).append(token)
    return {kind: {"type": "string", "enum": tokens} for kind, tokens in kinds.items()}


def _kinds(value: JsonValue) -> tuple[str, ...]:
    """The JSON types of `value` and of its lossless casts."""
    if isinstance(value, bool):
        return "boolean", "string"
    if isinstance(value, (int, float)):
        return "number", "string"
    if isinstance(value, list):
        return ("array",)
    if isinstance(value, dict):
        return ("object",)
    text = str(value)
    kinds = ["string"]
    if len(text) < 400:
        kinds += ["boolean"] if text.strip().lower() in ("true", "false") else []
        kinds += ["number"] if _is_number(text) else []
    decoded = decode_container(text)
    if decoded is not None:
        kinds.append("array" if isinstance(decoded, list) else "object")
    return tuple(kinds)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _arguments(tool: Tool, definitions: dict[str, Any]) -> JsonObject:
    root = Node(tool.parameters, tool.parameters)
    return _object(_properties(root.resolved, definitions, DEPTH, tool.effect == "read"))


def _properties(node: Node, definitions: dict[str, Any], depth: int, reading: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in shown_properties(node, PROPERTIES):
        required = name in node.required
        options = _options(node.properties[name], definitions, depth - 1, required, reading)
        if required and is_describing(name, node.properties[name]):
            options.append({"type": "string"})
        if not required or not options:
            options.append({"type": "null"})
        found[name] = options[0] if len(options) == 1 else {"anyOf": options}
    return found


def _options(
    node: Node, definitions: dict[str, Any], depth: int, required: bool, reading: bool
) -> list[dict[str, Any]]:
    """The schemas of what an answer may hold at `node`."""
    constants = _constants(node, required, reading)
    options: list[dict[str, Any]] = [{"enum": constants}] if constants else []
    types = node.types
    for kind in ("string", "number", "boolean", "array", "object"):
        wanted = kind in types or (kind == "number" and "integer" in types)
        if wanted and kind in definitions:
            options.append({"$ref": f"#/$defs/{kind}"})
    if depth <= 0:
        return options
    for branch in (node.resolved, *node.resolved.branches):
        here = branch.resolved
        if "array" in here.types and here.items is not None:
            items = _options(here.items, definitions, depth - 1, False, reading)
            if items:
                options.append({"type": "array", "items": items[0] if len(items) == 1 else {"anyOf": items}})
        if "object" in here.types and here.properties:
            options.append(_object(_properties(here, definitions, depth, reading)))
    return options


def _constants(node: Node, required: bool, reading: bool) -> list[JsonValue]:
    """What the schema itself may be a source of: to a writing tool, what can only be this one value."""
    if not reading and not (required and len(node.enum) == 1):
        return []
    said = node.resolved.schema
    default = [said["default"]] if isinstance(said, dict) and "default" in said else []
    scalars = [value for value in (*node.enum, *default) if not isinstance(value, (dict, list))]
    return [value for index, value in enumerate(scalars) if value not in scalars[:index]][:CONSTANTS]


def _object(properties: dict[str, Any]) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
