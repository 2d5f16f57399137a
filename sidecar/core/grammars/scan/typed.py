"""Argument text → the value that the schema wants: `20` stays text for a string, is 20 for a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars.names import meant_name
from sidecar.core.literals import Fault, scan_literal
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset

from .json_value import whole_json

_NULLS = ("null", "None")
_BARE = {"True": True, "False": False, "true": True, "false": False, "None": None, "null": None}


def parameters(name: str, tools: Toolset) -> Mapping[str, Node] | None:
    """The declared parameters of the tool that `name` means; None without a tool or a usable schema."""
    known = meant_name(name, tools)
    if known is None:
        return None
    try:
        return tools.contract(known).root.properties
    except UnusableSchemaError:
        return None


def json_text(text: str) -> Any:
    """The value of `text` as JSON or as a Python literal; the text itself where it is neither."""
    scanned = whole_json(text)
    if scanned is not None:
        return scanned.value
    stripped = text.strip()
    if stripped in _BARE:
        return _BARE[stripped]
    if stripped[:1] in ("[", "{"):
        literal = scan_literal(stripped, 0)
        if not isinstance(literal, Fault) and literal.end == len(stripped):
            return literal.value
    return text


def typed(text: str, node: Node | None) -> Any:
    """`text` as a value of `node`. A string parameter keeps its text byte for byte."""
    if node is None:
        return text
    types = node.types
    if "string" in types and len(types) < 7:
        return None if node.nullable and text.strip() in _NULLS else text
    return json_text(text)


def typed_arguments(name: str, texts: Mapping[str, str], tools: Toolset) -> JsonObject:
    """Every argument text typed by the tool's schema; unknown tools and keys keep text."""
    declared = parameters(name, tools) or {}
    return {key: typed(text, declared.get(key)) for key, text in texts.items()}


def cast_strings(name: str, arguments: JsonObject, tools: Toolset) -> JsonObject:
    """Numbers and booleans that a JSON grammar wrote as strings (Llama: `"limit": "10"`), by the schema."""
    declared = parameters(name, tools) or {}
    cast = dict(arguments)
    for key, value in arguments.items():
        node = declared.get(key)
        if not isinstance(value, str) or node is None or "string" in node.types:
            continue
        said = json_text(value)
        if isinstance(said, (int, float)):
            cast[key] = said
    return cast
