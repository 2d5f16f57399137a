"""Schema → a fast predicate that is true only of values without any violation, hard or soft.

False means "ask the validator": the schema or the value may be more than is handled here. Most calls and most
items of long arrays are valid, and the predicate takes a hundredth of the validator's time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Yes: TypeAlias = Callable[[Any], bool]

WIDEST = 32  # branches of a union; a wider one, for each of many items, is no quick answer
KEPT = 5_000  # parts of schemas; then all are made anew

# Keywords that say nothing about validity. Whatever is neither here nor read below makes no predicate.
_NOTES = frozenset(
    "$comment $defs $schema default definitions deprecated description examples format readOnly title"
    " writeOnly".split()
)
_OBJECT = frozenset("additionalProperties properties required type".split())
_ARRAY = frozenset("items maxItems minItems type".split())
_STRING = frozenset("const enum maxLength minLength type".split())
_NUMBER = frozenset("exclusiveMaximum exclusiveMinimum maximum minimum type".split())
_SCALARS: dict[str, tuple[type, ...]] = {"string": (str,), "boolean": (bool,), "null": (type(None),)}
_NUMBERS: dict[str, tuple[type, ...]] = {"integer": (int,), "number": (int, float)}


class Quick:
    """The predicates of one contract's parts, each made when first asked for."""

    def __init__(self) -> None:
        # By identity: the schema is kept beside its predicate, so that its id is not used again.
        self._known: dict[int, tuple[Any, Yes]] = {}

    def __call__(self, schema: Any) -> Yes:
        """The predicate of `schema`, a part of the contract's schema, which is never changed."""
        known = self._known.get(id(schema))
        if known is not None and known[0] is schema:
            return known[1]
        if len(self._known) >= KEPT:
            self._known.clear()
        try:
            made = _made(schema) or _never
        except (RecursionError, TypeError):  # a nonsense schema: the validator says how
            made = _never
        self._known[id(schema)] = schema, made
        return made


def _never(value: Any) -> bool:
    return False


def _always(value: Any) -> bool:
    return True


def _made(schema: Any) -> Yes | None:
    """None where the schema says something that is not read here."""
    if schema is True:
        return _always
    if not isinstance(schema, dict):
        return None
    said = schema.keys() - _NOTES
    if not said:
        return _always
    kind = schema.get("type")
    if kind == "object" and said <= _OBJECT:
        return _object(schema)
    if kind == "array" and said <= _ARRAY:
        return _array(schema)
    if kind == "string" and said <= _STRING:
        return _string(schema)
    if kind in ("integer", "number") and said <= _NUMBER:
        return _number(schema, _NUMBERS[kind])
    if said == {"type"}:
        return _scalars(kind if isinstance(kind, list) else [kind])
    if said == {"anyOf"}:
        return _union(schema["anyOf"])
    return None


def _object(schema: dict[str, Any]) -> Yes | None:
    properties, required = schema.get("properties", {}), schema.get("required", [])
    rest = schema.get("additionalProperties", "properties" not in schema)  # silence: unknown keys are soft
    rest = True if rest == {} else rest
    if not isinstance(properties, dict) or not isinstance(required, list) or not isinstance(rest, bool):
        return None
    below = {key: _made(part) for key, part in properties.items()}
    known: dict[str, Yes] = {key: part for key, part in below.items() if part is not None}
    needed = frozenset(required)
    if not needed <= known.keys():
        return None

    def fits(value: Any) -> bool:
        if type(value) is not dict or not needed <= value.keys():
            return False
        for key, child in value.items():
            part = known.get(key)
            if part is None:
                if rest and key not in below:
                    continue
                return False
            if not part(child):
                return False
        return True

    return fits


def _array(schema: dict[str, Any]) -> Yes | None:
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if type(least) is not int or not (most is None or type(most) is int):
        return None
    if "items" not in schema:
        return lambda value: (
            type(value) is list and least <= len(value) and (most is None or len(value) <= most)
        )
    item = _made(schema["items"])
    if item is None:
        return None

    def fits(value: Any) -> bool:
        return (
            type(value) is list
            and least <= len(value)
            and (most is None or len(value) <= most)
            and all(map(item, value))
        )

    return fits


def _string(schema: dict[str, Any]) -> Yes | None:
    if schema.keys() & {"const", "enum"}:
        words = [schema["const"]] if "const" in schema else schema["enum"]
        if len(schema.keys() - _NOTES) > 2 or not isinstance(words, list):
            return None
        allowed = frozenset(word for word in words if isinstance(word, str))
        return lambda value: type(value) is str and value in allowed
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if type(least) is not int or not (most is None or type(most) is int):
        return None
    if not least and most is None:
        return lambda value: type(value) is str
    return lambda value: type(value) is str and least <= len(value) and (most is None or len(value) <= most)


def _number(schema: dict[str, Any], kinds: tuple[type, ...]) -> Yes | None:
    bounds = [schema.get(name) for name in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")]
    if not all(bound is None or type(bound) in (int, float) for bound in bounds):
        return None
    least, most, above, below = bounds
    return lambda value: (
        type(value) in kinds
        and (least is None or value >= least)
        and (most is None or value <= most)
        and (above is None or value > above)
        and (below is None or value < below)
    )


def _scalars(names: list[Any]) -> Yes | None:
    if not all(name in _SCALARS or name in _NUMBERS for name in names):
        return None
    kinds = tuple(kind for name in names for kind in (*_SCALARS.get(name, ()), *_NUMBERS.get(name, ())))
    return lambda value: type(value) in kinds


def _union(branches: Any) -> Yes | None:
    """Of branches of one type each, at most one of objects and one of arrays: which one is meant is plain."""
    if not isinstance(branches, list) or len(branches) > WIDEST:
        return None
    kinds = [branch.get("type") if isinstance(branch, dict) else None for branch in branches]
    parts = [part for branch in branches if (part := _made(branch)) is not None]
    if len(parts) < len(branches) or not all(isinstance(kind, str) for kind in kinds):
        return None
    if kinds.count("object") > 1 or kinds.count("array") > 1:
        return None
    return lambda value: any(part(value) for part in parts)
