from __future__ import annotations

import copy
from typing import Any

import pytest

from sidecar.core.requests.sanitize import sanitize, without_anchors


@pytest.mark.parametrize(
    ("pattern", "want"),
    [
        pytest.param("^[0-9]+$", "[0-9]+", id="both ends"),
        pytest.param("^abc", "abc", id="the beginning"),
        pytest.param("abc$", "abc", id="the end"),
        pytest.param("^[^/]+$", "[^/]+", id="a negated class keeps its sign"),
        pytest.param("^[$^]$", "[$^]", id="a class of anchors keeps them"),
        pytest.param("^(?:a|b)$", "(?:a|b)", id="alternatives in a group"),
        pytest.param("^[a|b]$", "[a|b]", id="a bar in a class is no alternative"),
        pytest.param(r"^a\|b$", r"a\|b", id="an escaped bar is no alternative"),
        pytest.param(r"^\\$", r"\\", id="a backslash before the end"),
    ],
)
def test_outer_anchors_go(pattern: str, want: str) -> None:
    assert without_anchors(pattern) == want


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("[^/]+", id="a negated class"),
        pytest.param("^a|b$", id="alternatives at the top: each has one anchor"),
        pytest.param(r"a\$", id="an escaped dollar"),
        pytest.param(r"\^a", id="an escaped caret"),
        pytest.param("^$", id="the empty text, and nothing else"),
        pytest.param("^", id="the beginning alone"),
        pytest.param("$", id="the end alone"),
        pytest.param("", id="nothing"),
        pytest.param("^*a$", id="a repetition of the anchor"),
        pytest.param("^(?!-).+$", id="a look ahead depends on where it stands"),
        pytest.param("(^a$)", id="anchors inside a group"),
        pytest.param("a[$", id="a class that never ends"),
        pytest.param("^[]|]$", id="a class that begins with its own closer"),
    ],
)
def test_anything_else_is_kept(pattern: str) -> None:
    assert without_anchors(pattern) == pattern


def schema(pattern: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "pattern": pattern, "default": "^a$", "enum": ["^a$"]},
            "list": {"type": "array", "items": {"anyOf": [{"pattern": pattern}, {"$ref": "#/$defs/d"}]}},
        },
        "patternProperties": {"^x$": {"not": {"pattern": pattern}}},
        "additionalProperties": {"pattern": pattern},
        "$defs": {"d": {"prefixItems": [{"pattern": pattern}], "examples": [{"pattern": "^a$"}]}},
    }


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(lambda it: {"type": "function", "function": {"name": "t", "parameters": it}}, id="chat"),
        pytest.param(lambda it: {"type": "function", "name": "t", "parameters": it}, id="responses"),
        pytest.param(lambda it: {"name": "t", "input_schema": it}, id="anthropic"),
        pytest.param(
            lambda it: {"functionDeclarations": [{"name": "t", "parametersJsonSchema": it}]}, id="google"
        ),
        pytest.param(lambda it: {"toolSpec": {"name": "t", "inputSchema": {"json": it}}}, id="bedrock"),
    ],
)
def test_every_pattern_of_every_shape_and_nothing_else(shape: Any) -> None:
    given = [shape(schema("^a$")), {"type": "custom", "name": "codemode"}, None]
    before = copy.deepcopy(given)
    assert sanitize(given) == [shape(schema("a")), *given[1:]]
    assert given == before


def test_a_property_called_pattern_is_no_keyword() -> None:
    tool = {"input_schema": {"properties": {"pattern": {"const": "^a$"}}, "required": ["pattern"]}}
    assert sanitize([tool]) == [tool]


@pytest.mark.parametrize("odd", [True, "^a$", {"properties": ["^a$"]}, {"pattern": 5}, {"items": True}])
def test_odd_schemas_are_kept(odd: Any) -> None:
    assert sanitize([{"input_schema": odd}]) == [{"input_schema": odd}]


def test_long_patterns_take_linear_time() -> None:
    body = "[a-z](?:" * 50_000 + ")" * 50_000
    assert without_anchors(f"^{body}$") == body
    assert without_anchors("[" * 200_000 + "$") == "[" * 200_000 + "$"
