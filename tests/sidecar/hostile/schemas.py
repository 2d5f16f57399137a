"""Schemas that ask for more work than there is time, lead outside, or are no schemas; each with arguments."""

from __future__ import annotations

from typing import Any

NOWHERE = "http://127.0.0.1:9/schema.json"
CATASTROPHE = r"^(([a-z])+.)+[A-Z]([a-z])+$"
RUNS_AWAY = "a" * 3000 + "!"
A = {"a": RUNS_AWAY}


def backtracking(n: int) -> str:
    return CATASTROPHE.replace("[A-Z]", f"[A-Z]{{1,{n + 1}}}")


def obj(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def needs(key: str) -> dict[str, Any]:
    return {**obj(**{key: {"type": "integer"}}), "required": [key]}


def doubling(keyword: str, last: str = "integer") -> dict[str, Any]:
    """Forty lines that stand for 2^40 branches."""
    defs: dict[str, Any] = {f"d{n}": {keyword: [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)}
    return {**obj(a={"$ref": "#/$defs/d0"}), "$defs": {**defs, "d40": {"type": last}}}


def chain(links: int) -> dict[str, Any]:
    defs: dict[str, Any] = {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(links)}
    return {**obj(a={"$ref": "#/$defs/d0"}), "$defs": {**defs, f"d{links}": {"type": "string"}}}


def nested(keyword: str, depth: int) -> dict[str, Any]:
    schema: Any = {"type": "integer"}
    for _ in range(depth):
        schema = {keyword: [schema]}
    return obj(a=schema)


def unevaluated(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = obj(z={"type": "integer"})
    for _ in range(depth):
        schema = {
            "allOf": [schema, {"properties": {"y": {}}}],
            "unevaluatedProperties": {"type": "integer"},
        }
    return schema


def deep(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {**obj(a=schema), "required": ["a"]}
    return schema


BRANCHES = {"anyOf": [needs(f"k{n}") for n in range(1000)]}
ENDLESS: dict[str, tuple[Any, Any]] = {
    "it is itself": ({"$ref": "#"}, A),
    "all of itself, twice": ({"allOf": [{"$ref": "#"}, {"$ref": "#"}]}, A),
    "any of itself, twice": ({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}, A),
    "one of itself, twice": ({"oneOf": [{"$ref": "#"}, {"$ref": "#"}]}, A),
    "not itself": ({"not": {"$ref": "#"}}, A),
    "if itself then itself": ({"if": {"$ref": "#"}, "then": {"$ref": "#"}, "else": {"$ref": "#"}}, A),
    "dependent on itself": ({"type": "object", "dependentSchemas": {"a": {"$ref": "#"}}}, A),
    "two that are each other": (
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        A,
    ),
    "a dynamic reference to itself": ({"$dynamicRef": "#x", "$dynamicAnchor": "x"}, A),
    "a chain of 200 references": (chain(200), {"a": 5}),
    "a chain of 5000 references": (chain(5000), {"a": 5}),
    "anyOf of anyOf, 2^40": (doubling("anyOf"), A),
    "oneOf of oneOf, 2^40": (doubling("oneOf"), A),
    "allOf of allOf, 2^40": (doubling("allOf"), A),
    "allOf of allOf, 2^40, valid": (doubling("allOf", "string"), A),
    "anyOf in anyOf, 300 deep": (nested("anyOf", 300), A),
    "properties in properties, 280 deep": (deep(280), {"b": 1}),
    "unevaluated properties, 30 deep": (unevaluated(30), {"q": 1, "z": "5"}),
    "a pattern that backtracks": (obj(a={"type": "string", "pattern": CATASTROPHE}), A),
    "300 patterns that backtrack": (
        obj(**{f"a{n}": {"type": "string", "pattern": backtracking(n)} for n in range(300)}),
        {f"a{n}": RUNS_AWAY for n in range(300)},
    ),
    "300 patterns of properties that backtrack": (
        {
            "type": "object",
            "patternProperties": {backtracking(n): {"type": "integer"} for n in range(300)},
            "additionalProperties": False,
        },
        {f"{'a' * 500}!{n}": "x" for n in range(100)},
    ),
    "1000 patterns of properties": (
        {
            "type": "object",
            "patternProperties": {f"^p{n}": {"type": "integer"} for n in range(1000)},
            "additionalProperties": False,
        },
        {f"q{n}": "x" for n in range(1000)},
    ),
    "names of properties that backtrack": (
        {"type": "object", "propertyNames": {"pattern": CATASTROPHE}},
        {f"{'a' * 100}{n}!": 1 for n in range(2000)},
    ),
    "a pattern of nested repetitions": (
        obj(a={"type": "string", "pattern": "(((((a{1,1000}){1,1000}){1,1000}){1,1000}){1,1000})$"}),
        A,
    ),
    "a pattern that is fuzzy": (obj(a={"type": "string", "pattern": "(?:abcdefghij){e<=9}x"}), A),
    "a pattern that holds itself": (obj(a={"type": "string", "pattern": "(a(?R)?b|a)*c"}), A),
    "10 000 properties": (
        obj(**{f"p{n}": {"type": "integer"} for n in range(10_000)}),
        {f"p{n}": "5" for n in range(10_000)},
    ),
    "10 000 properties, none of them meant": (
        obj(**{f"p{n}": {"type": "integer"} for n in range(10_000)}),
        {f"q{n}": "5" for n in range(10_000)},
    ),
    "10 000 required properties": (
        {
            **obj(**{f"property{n}": {"type": "integer"} for n in range(10_000)}),
            "required": [f"property{n}" for n in range(10_000)],
        },
        {f"propertyx{n}": "5" for n in range(60)},
    ),
    "20 000 required names, twice": (
        {
            **obj(a={"type": "integer"}),
            "allOf": [{"required": [f"{name}{n}" for n in range(20_000)]} for name in "rs"],
        },
        {"a": "5"},
    ),
    "1000 branches": (obj(a=BRANCHES), {"a": {"z": 1}}),
    "1000 branches for each of 500 items": (
        obj(a={"type": "array", "items": BRANCHES}),
        {"a": [{"z": 1}] * 500},
    ),
    "the last of 1000 branches, 5000 times": (
        obj(a={"type": "array", "items": BRANCHES}),
        {"a": [{"k999": 1}] * 5000},
    ),
    "one of 1000 branches": (
        obj(a={"type": "array", "items": {"oneOf": BRANCHES["anyOf"]}}),
        {"a": [{"k999": 1}] * 500},
    ),
    "20 000 unique objects": (
        obj(a={"type": "array", "uniqueItems": True}),
        {"a": [{"k": n} for n in range(20_000)]},
    ),
    "100 000 constants": (obj(a={"enum": [f"e{n}" for n in range(100_000)]}), {"a": "E99999x"}),
    "constants of 10 000 characters": (
        obj(a={"enum": [f"{n}{'x' * 10_000}y" for n in range(200)]}),
        {"a": f"1{'x' * 10_000}z"},
    ),
}
OUTSIDE: dict[str, tuple[Any, Any]] = {
    "a reference to a server": ({"$ref": NOWHERE}, A),
    "a property that refers to a server": (obj(a={"$ref": NOWHERE}), A),
    "a reference to a file": (obj(a={"$ref": "file:///etc/passwd"}), A),
    "an id on a server": ({"$id": NOWHERE, **obj(a={"$ref": "other.json"})}, A),
    "a dialect on a server": ({"$schema": NOWHERE, **obj(a={"type": "integer"})}, A),
    "a dynamic reference to a server": (obj(a={"$dynamicRef": f"{NOWHERE}#x"}), A),
}
NONSENSE: dict[str, tuple[Any, Any]] = {
    "no": (False, A),
    "a list": ([1], A),
    "null": (None, A),
    "a text": ("x", A),
    "every keyword with a wrong value": (
        {
            "type": {"a": 1},
            "properties": [1, 2],
            "required": "abc",
            "anyOf": {"a": 1},
            "allOf": 5,
            "oneOf": "x",
            "items": 7,
            "enum": 3,
            "patternProperties": [1],
            "additionalProperties": "no",
            "$ref": 5,
            "$defs": 4,
            "dependentRequired": {"a": 7},
            "if": 3,
        },
        A,
    ),
    "a dialect that is a number": ({"$schema": 5, **obj(a={"type": "integer"})}, A),
    "a property without schema": (obj(a=None), A),
    "required things that are no names": (
        {**obj(a={"type": "integer"}), "required": [{"x": 1}, [1], None]},
        A,
    ),
    "a type nobody knows": (obj(a={"type": "zahl"}), {"a": "5"}),
    "a reference that is a list": (obj(a={"$ref": ["#"]}), A),
    "a reference into nothing": (obj(a={"$ref": "#/properties/%zz/~9"}), A),
    "a reference to item 10^5000": ({**obj(a={"$ref": f"#/anyOf/{'9' * 5000}"}), "anyOf": [{}]}, A),
    "a reference to item ²": ({**obj(a={"$ref": "#/anyOf/²"}), "anyOf": [{}]}, A),
    "a pattern that is none": (obj(a={"type": "string", "pattern": "("}), {"a": 5}),
    "a pattern that is a number": (obj(a={"type": "string", "pattern": 5}), A),
    "multiples of nothing": (obj(a={"multipleOf": 0}), {"a": 10}),
    "a least value that is text": (obj(a={"minimum": "x"}), {"a": 10}),
    "names with half a character and with NUL": (
        obj(**{"\ud800a": {"type": "integer"}, "a\0b": {"type": "integer"}}),
        {"\ud800A": "5", "a\0B": "6"},
    ),
    "a description that is no text": (
        obj(a={"type": "integer", "description": {"x": [1]}}),
        {"a": "5 seconds"},
    ),
    "names of 100 000 characters": (
        obj(**{f"{'k' * 100_000}{n}": {"type": "integer"} for n in range(20)}),
        {f"{'k' * 100_000}x": "5"},
    ),
}
SCHEMAS = {**ENDLESS, **OUTSIDE, **NONSENSE}
