"""JSON Schema's keywords, strict and bounded in work; what is plainly valid is not gone into."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend, validator_for
from referencing import Registry

from sidecar.core import budget
from sidecar.core.values import identity

from .patterns import Patterns
from .quick import Quick

_extend: Any = extend  # untyped in some stubs


class Memory(FormatChecker):
    """What one contract keeps of its schema: predicates and compiled patterns.

    A validator hands its format checker, and nothing else of ours, on to each part it judges: so the memory
    goes along as one. It checks no format.
    """

    def __init__(self) -> None:
        super().__init__(())
        self.quick, self.patterns = Quick(), Patterns()


def validator(schema: Any, memory: Memory) -> Any:
    """The validator of the draft that `schema` names. Raises whatever a nonsense schema provokes."""
    kind = _without_stalls(validator_for(schema, default=Draft202012Validator))
    return kind(schema, registry=Registry(), format_checker=memory)


def _required(_: Any, names: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    """As the standard's, with the missing name for a message: there is no other place to carry it."""
    if isinstance(instance, dict):
        for name in names:
            if name not in instance:
                yield ValidationError(str(name))


def _pattern(validator: Any, pattern: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not validator.format_checker.patterns.matches(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    for pattern, below in patterns.items():
        for key, value in instance.items():
            if validator.format_checker.patterns.matches(pattern, key):
                yield from validator.descend(value, below, path=key, schema_path=pattern)


def _additional_properties(
    validator: Any, rest: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    declared, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    matches = validator.format_checker.patterns.matches
    surplus = [
        key
        for key in instance
        if key not in declared and not any(matches(pattern, key) for pattern in patterns)
    ]
    if rest is False and surplus:
        yield ValidationError(f"{surplus!r} not allowed")
    elif isinstance(rest, dict):
        for key in surplus:
            yield from validator.descend(instance[key], rest, path=key)


def _unique_items(_: Any, wanted: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    """As the standard's, without comparing each item with each."""
    if wanted and isinstance(instance, list) and len(set(map(identity, instance))) < len(instance):
        yield ValidationError("items are not unique")


def _properties(validator: Any, properties: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    """As the standard's, without going into what is plainly valid."""
    if isinstance(instance, dict):
        for name, below in properties.items():
            if name in instance and not validator.format_checker.quick(below)(instance[name]):
                yield from validator.descend(instance[name], below, path=name, schema_path=name)


def _items(of_draft: Any) -> Any:
    def items(validator: Any, below: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        if not isinstance(below, dict) or not isinstance(instance, list) or "prefixItems" in schema:
            yield from of_draft(validator, below, instance, schema) or ()
            return
        plainly_valid = validator.format_checker.quick(below)
        for index, item in enumerate(instance):
            if not plainly_valid(item):
                yield from validator.descend(item, below, path=index)

    return items


@lru_cache
def _without_stalls(kind: Any) -> Any:
    """A draft's validator whose regular expressions cannot stall, and which is quick about what is valid."""
    own_properties = kind.VALIDATORS["properties"] is not Draft202012Validator.VALIDATORS["properties"]
    ours = {
        "properties": kind.VALIDATORS["properties"] if own_properties else _properties,
        "items": _items(kind.VALIDATORS["items"]),
        "required": _required,
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
        "uniqueItems": _unique_items,
    }
    checks = {keyword: _counted(check) for keyword, check in {**kind.VALIDATORS, **ours}.items()}
    checks |= {keyword: _not_endless(checks[keyword]) for keyword in checks.keys() & _REFERENCES}
    return _extend(kind, checks)


_REFERENCES = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})


def _not_endless(check: Any) -> Any:
    """`check` of a reference, to a limited depth: at the recursion limit a compiled library below panics."""

    def followed(validator: Any, said: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        with budget.deeper():
            yield from check(validator, said, instance, schema) or ()

    return followed


def _counted(check: Any) -> Any:
    def counted(validator: Any, said: Any, instance: Any, schema: Any) -> Any:
        budget.step()
        return check(validator, said, instance, schema)

    return counted
