"""What pi makes of arguments before it checks them: a model of its coercion, and of nothing else.

pi ≥ 1.5 drops a null from an optional place that has no null, then turns each value into the type that the
schema wants there, then validates. Where it leaves a value alone, so does this; formats are not checked.
"""

from __future__ import annotations

import re
from decimal import Decimal
from math import isfinite
from typing import Any

from sidecar.core.blocks import JsonValue
from sidecar.core.budget import step
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.node import Node, type_name
from sidecar.core.values import equal

_DEEPEST = 60  # levels looked at; pi's own recursion ends somewhere too
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_OTHER_BASE = re.compile(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+")
_MOST_DIGITS = 400  # characters of a number; a longer one is not finite
_EXPONENT_FROM = 1e21  # JavaScript writes smaller numbers in full
_BOOLEANS = {"0": False, "1": True, "false": False, "true": True}


def accepted(contract: Contract, arguments: JsonValue) -> tuple[JsonValue] | None:
    """The arguments that pi would run, in a tuple (None is a value); None where it rejects them."""
    run = _converted(contract, contract.root, _without_nulls(contract, contract.root, arguments, 0), 0)
    return None if contract.hard_violations(run) else (run,)


def _without_nulls(contract: Contract, node: Node, value: Any, depth: int) -> Any:
    """`value` without the nulls in optional places that refuse them. References and unions stay unread."""
    step()
    schema = node.schema
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return value
    if isinstance(value, list):
        below = schema.get("items")
        if not isinstance(below, dict):
            return value
        return [_without_nulls(contract, node.part(below), item, depth + 1) for item in value]
    declared = schema.get("properties")
    if not isinstance(value, dict) or not isinstance(declared, dict):
        return value
    required = schema.get("required")
    required = required if isinstance(required, list) else []
    kept = {}
    for key, item in value.items():
        part = declared.get(key)
        if not isinstance(part, dict):
            kept[key] = item
        elif item is None and key not in required and "$ref" not in part:
            if contract.accepts(node.part(part), None):
                kept[key] = None
        else:
            kept[key] = _without_nulls(contract, node.part(part), item, depth + 1)
    return kept


def _converted(contract: Contract, node: Node, value: Any, depth: int) -> Any:
    """`value` as `node` wants it, as far as pi can make it so."""
    step()
    here = node.resolved
    schema = here.schema
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return value
    constants = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(constants, list):
        return _constant(constants, value)
    if here.branches:
        return _of_a_union(contract, here, value, depth)
    kind = schema.get("type")
    if isinstance(kind, list):
        fitting = type_name(value) in kind or (type_name(value) == "integer" and "number" in kind)
        if not fitting:
            converted = (_primitive(name, value) for name in kind if isinstance(name, str))
            return next((one for one in converted if not _same(one, value)), value)
        kind = type_name(value)
    if kind == "array" or (kind is None and "items" in schema and "properties" not in schema):
        return _as_list(contract, here, value, depth)
    if isinstance(value, dict) and kind in ("object", None):
        return _members(contract, here, value, depth)
    return _primitive(kind, value) if isinstance(kind, str) else value


def _of_a_union(contract: Contract, union: Node, value: Any, depth: int) -> Any:
    if any(contract.accepts(branch, value) for branch in union.branches):
        return _members(contract, union, value, depth)
    for branch in union.branches:
        candidate = _members(contract, union, _converted(contract, branch, value, depth + 1), depth)
        if contract.accepts(union, candidate):
            return candidate
    return _members(contract, union, value, depth)


def _members(contract: Contract, node: Node, value: Any, depth: int) -> Any:
    if not isinstance(value, dict):
        return value
    below = ((key, item, node.child(key)) for key, item in value.items())
    return {
        key: item if part is None else _converted(contract, part, item, depth + 1)
        for key, item, part in below
    }


def _as_list(contract: Contract, node: Node, value: Any, depth: int) -> Any:
    if not isinstance(value, list):
        if node.get("prefixItems") or isinstance(node.get("items"), list):
            return value  # a tuple is never made of a single value
        value = [value]
    below = ((item, node.child(index)) for index, item in enumerate(value))
    return [item if part is None else _converted(contract, part, item, depth + 1) for item, part in below]


def _constant(constants: list[Any], value: Any) -> Any:
    if any(_same(constant, value) for constant in constants):
        return value
    for constant in constants:
        kind = type_name(constant)
        if kind in ("boolean", "integer", "number", "string") and _same(_primitive(kind, value), constant):
            return constant
    return value


def _primitive(kind: str, value: Any) -> Any:
    """`value` as a `kind` of no parts; the value itself where pi cannot make one of it."""
    if kind in ("integer", "number"):
        number = _number(value)
        whole = kind == "integer" or (number is not None and number.is_integer())
        return value if number is None else int(number) if whole else number
    if kind == "string":
        return _text(value)
    if kind == "boolean":
        if value is None:
            return False
        if isinstance(value, str):
            return _BOOLEANS.get(value.lower(), value)
        return bool(value) if isinstance(value, (int, float)) and value in (0, 1) else value
    if kind == "null":
        empty = value in ("", "0") or (isinstance(value, str) and value.lower() in ("null", "undefined"))
        return None if empty or (isinstance(value, (int, float)) and value == 0) else value
    return value


def _number(value: Any) -> float | None:
    """The double that pi reads, None for no finite number."""
    if value is None:
        return 0.0
    if isinstance(value, (bool, int, float)):
        return _finite(value)
    if not isinstance(value, str):
        return None
    text = value.strip()
    if len(text) > _MOST_DIGITS:
        return None
    if not text:
        return 0.0
    if _NUMBER.fullmatch(text):
        return _finite(float(text))
    if _OTHER_BASE.fullmatch(text):
        return _finite(int(text, 0))
    return {"true": 1.0, "false": 0.0}.get(value.lower())


def _finite(number: float) -> float | None:
    try:
        double = float(number)
    except OverflowError:
        return None
    return double if isfinite(double) else None


def _text(value: Any) -> Any:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, (int, float)):
        return value
    double = _finite(value)
    if double is None:
        return value
    return f"{Decimal(repr(double)):f}".removesuffix(".0") if abs(double) < _EXPONENT_FROM else repr(double)


def _same(left: Any, right: Any) -> bool:
    return type_name(left) == type_name(right) and equal(left, right)
