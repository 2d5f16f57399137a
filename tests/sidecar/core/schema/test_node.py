"""The questions rules ask of a place in a schema."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.schema.node import Node, type_name


def node(schema: Any, root: Any = None) -> Node:
    return Node(schema, schema if root is None else root)


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        ({"type": "string"}, {"string"}),
        ({"type": ["string", "null"]}, {"string", "null"}),
        ({"enum": ["a", 1, None]}, {"string", "integer", "null"}),
        ({"const": True}, {"boolean"}),
        ({"anyOf": [{"type": "string"}, {"type": "array"}]}, {"string", "array"}),
        ({"properties": {}}, {"object"}),
        ({"items": {}}, {"array"}),
        (False, set()),
        ({"allOf": [{"type": "integer"}]}, {"integer"}),
    ],
)
def test_types(schema: Any, types: set[str]) -> None:
    assert node(schema).types == types


def test_a_schema_that_says_nothing_takes_every_type() -> None:
    assert len(node({}).types) == 7
    assert node(True).types == node({}).types


def test_a_reference_is_followed_and_what_stands_beside_it_counts() -> None:
    root = {"$defs": {"a/b": {"type": "string", "description": "theirs"}}}
    here = Node({"$ref": "#/$defs/a~1b", "description": "mine"}, root)
    assert here.types == {"string"}
    assert here.description == "mine"


def test_a_circle_of_references_ends() -> None:
    root = {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
    assert Node({"$ref": "#/$defs/a"}, root).properties == {}


def test_parts_are_merged() -> None:
    parts = [{"properties": {name: {}}, "required": [name]} for name in ("a", "b")]
    here = node({"allOf": parts})
    assert set(here.properties) == {"a", "b"}
    assert here.required == {"a", "b"}


@pytest.mark.parametrize(
    ("schema", "constants"),
    [
        ({"enum": ["a", "b"]}, ("a", "b")),
        ({"const": 1}, (1,)),
        ({"anyOf": [{"const": "a"}, {"enum": ["b", "c"]}]}, ("a", "b", "c")),
        ({"anyOf": [{"const": "a"}, {"type": "null"}]}, ("a", None)),
        ({"anyOf": [{"const": "a"}, {"type": "string"}]}, ()),
        ({}, ()),
    ],
)
def test_enum(schema: Any, constants: tuple[Any, ...]) -> None:
    assert node(schema).enum == constants


def test_closed_and_open() -> None:
    assert node({"additionalProperties": False}).closed
    assert node({"properties": {}}).open_by_silence
    assert not node({"properties": {}, "additionalProperties": True}).open_by_silence
    assert not node({}).open_by_silence


def test_children() -> None:
    here = node(
        {
            "properties": {"a": {"type": "string"}},
            "patternProperties": {"^x": {"type": "integer"}},
            "additionalProperties": {"type": "boolean"},
            "prefixItems": [{"type": "null"}],
            "items": {"type": "array"},
        }
    )
    found = [here.child(step) for step in ("a", "x1", "z", 0, 1)]
    assert [child and child.types for child in found] == [
        {"string"}, {"integer"}, {"boolean"}, {"null"}, {"array"},
    ]  # fmt: skip
    assert node({}).child("a") is None
    assert node({}).child(0) is None


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({}, "object"),
        ([], "array"),
        ("", "string"),
        (True, "boolean"),
        (1, "integer"),
        (1.0, "number"),
        (None, "null"),
    ],
)
def test_type_name(value: Any, name: str) -> None:
    assert type_name(value) == name
