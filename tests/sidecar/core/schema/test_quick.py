"""A quick yes is said only where the slow way has nothing to say, and changes nothing in what it says."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from sidecar.core.schema import contract as slow
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.quick import Quick

NAMES = ("path", "limit", "items", "mode")
BOUNDS = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
)
KINDS = ("object", "array", "string", "integer", "number", "boolean", "null")
LEAVES: tuple[Any, ...] = ("", "a", "abc", 0, 1, -3, 2.0, 2.5, True, False, None, 10**30)
DIALECTS = tuple(f"http://json-schema.org/draft-0{draft}/schema#" for draft in (3, 4, 6, 7))


def some_schema(random: Random, depth: int = 3) -> Any:
    schema: dict[str, Any] = {}
    if random.random() < 0.85:
        schema["type"] = random.choice(KINDS) if random.random() < 0.9 else random.sample(KINDS, 2)
    if schema.get("type") == "object" or random.random() < 0.1:
        properties = {name: some_schema(random, depth - 1) for name in random.sample(NAMES, 2) if depth}
        schema |= {"properties": properties} if random.random() < 0.9 else {}
        schema |= {"required": random.sample(NAMES, 1)} if random.random() < 0.4 else {}
        schema |= random.choice(
            ({}, {}, {"additionalProperties": random.choice((True, False, {}, {"type": "string"}))})
        )
    if schema.get("type") == "array" or random.random() < 0.05:
        schema |= {"items": some_schema(random, depth - 1)} if depth else {}
    if random.random() < 0.2:
        schema[random.choice(BOUNDS)] = random.choice((0, 1, 2, 2.5, True))
    if random.random() < 0.1:
        schema |= random.choice(
            ({"enum": ["a", 1, None]}, {"const": "a"}, {"pattern": "a"}, {"multipleOf": 2})
        )
    if random.random() < 0.15 and depth:
        schema = {random.choice(("anyOf", "oneOf")): [some_schema(random, depth - 1) for _ in range(2)]}
    return schema if random.random() < 0.97 else random.random() < 0.5


def some_value(random: Random, schema: Any, depth: int = 4) -> Any:
    """One that often fits."""
    if random.random() < 0.1 or not depth or not isinstance(schema, dict):
        return random.choice(LEAVES)
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return some_value(random, random.choice(schema[keyword]), depth)
    match schema.get("type"):
        case "object":
            declared = schema.get("properties", {})
            keys = [*declared, *random.sample(NAMES, 1)] if random.random() < 0.3 else [*declared]
            return {key: some_value(random, declared.get(key), depth - 1) for key in keys}
        case "array":
            return [some_value(random, schema.get("items"), depth - 1) for _ in range(random.randrange(3))]
        case "string":
            return random.choice(("", "a", "abc"))
        case "integer":
            return random.choice((0, 1, 2, -3, 10**30))
        case "number":
            return random.choice((0, 2.5, 1))
        case _:
            return random.choice(LEAVES)


def said(schema: Any, value: Any) -> list[Any]:
    return [(found.keyword, found.path, found.name) for found in Contract(schema).violations(value)]


@pytest.mark.parametrize("seed", range(40))
def test_nothing_is_found_otherwise_than_without_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)  # noqa: S311
    yes = 0
    for _ in range(60):
        schema = some_schema(random)
        if isinstance(schema, dict) and random.random() < 0.2:
            schema["$schema"] = random.choice(DIALECTS)
        value = some_value(random, schema)
        with monkeypatch.context() as without:
            without.setattr(Quick, "__call__", lambda quick, schema: lambda value: False)
            try:
                wanted = said(schema, value)
            except slow.UnusableSchemaError:  # where the schema is nonsense, less may be noticed
                continue
        assert said(schema, value) == wanted, json.dumps([schema, value])
        if Quick()(schema)(value):
            yes += 1
            assert wanted == []
    assert yes > 3


def test_a_long_valid_array_needs_no_validator(monkeypatch: pytest.MonkeyPatch) -> None:
    contract = Contract(
        {"type": "object", "properties": {"lines": {"type": "array", "items": {"type": "string"}}}}
    )
    monkeypatch.setattr(contract, "_validator", None)
    assert contract.violations({"lines": ["a"] * 1000}) == []


def test_a_schema_nested_without_end_is_left_to_the_validator() -> None:
    schema: Any = {"type": "string"}
    for _ in range(5000):
        schema = {"type": "array", "items": schema}
    assert Quick()(schema)([]) is False
