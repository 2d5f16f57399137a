"""Which tools are marked strict: those whose schema a grammar engine takes. llguidance has the last word."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from llguidance import LLMatcher

from sidecar.core.requests.strict import compiles, is_own, is_vendors, mark
from tests.places import CORPUS, ROOT

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
ODD = {"type": "object", "properties": {"n": {"not": {"type": "string"}}}}


def engine_takes(schema: Any) -> bool:
    grammar = LLMatcher.grammar_from_json_schema(json.dumps(schema))
    return not LLMatcher.validate_grammar(grammar)


def schemas_of_the_corpora() -> list[Any]:
    with gzip.open(CORPUS / "calls" / "tools.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = [json.loads(line)["parameters"] for line in lines]
    found += [tool["parameters"] for tool in json.loads((CORPUS / "grammar" / "tools.json").read_text())]
    builtin = json.loads((ROOT / "sidecar/session/past/builtin_tools.json").read_text())
    return [*found, *(tool["parameters"] for tool in builtin["tools"])]


def test_every_marked_schema_of_the_corpora_compiles_and_nearly_all_are_marked() -> None:
    schemas = schemas_of_the_corpora()
    marked = [schema for schema in schemas if compiles(schema)]
    assert [schema for schema in marked if not engine_takes(schema)] == []
    assert len(marked) >= 0.95 * len(schemas)


def argument(schema: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}, **more}


@pytest.mark.parametrize(
    "schema",
    [
        SCHEMA,
        argument({"type": ["string", "null"], "minLength": 1}),
        argument({"type": "array", "items": {"enum": ["a", 1, None]}, "maxItems": 9}),
        argument({"type": "string", "pattern": "^[a-z]{1,8}-\\d+$"}),
        argument({"type": "string", "format": "date-time"}),
        argument({"type": "number", "minimum": 0, "exclusiveMaximum": 1}),
        argument({"oneOf": [{"type": "string"}, {"type": "integer"}]}),
        argument({"oneOf": [{"const": "a"}, {"const": "b"}]}),
        {**argument({"$ref": "#/$defs/n"}), "$defs": {"n": argument({"$ref": "#/$defs/n"})}},
        argument({"type": "object", "additionalProperties": {"type": "string"}}),
        argument({"type": "object", "properties": {"not": {"type": "string"}, "if": {"type": "string"}}}),
        argument({"type": "string", "default": {"not": 1}, "examples": [{"if": 2}]}),
        argument({}, additionalProperties=False),
    ],
)
def test_what_an_engine_takes_is_marked(schema: Any) -> None:
    assert compiles(schema)
    assert engine_takes(schema)


@pytest.mark.parametrize(
    "schema",
    [
        ODD,
        argument({"type": "object", "propertyNames": {"pattern": "^a"}}),
        argument({"type": "string", "format": "regex"}),
        argument({"type": "string", "pattern": "(?=a)b"}),
        argument({"type": "string", "pattern": "\\bword"}),
        argument({"type": "string", "pattern": "(a)\\1"}),
        argument({"type": "string", "pattern": "["}),
        argument({"type": "array", "uniqueItems": True}),
        argument({"if": {"type": "string"}, "then": {"minLength": 1}}),
        argument({"type": "array", "contains": {"type": "string"}}),
        argument({"$ref": "#/$defs/gone"}),
        argument({"$ref": "https://example.com/schema"}),
        argument({"enum": []}),
        argument({"type": "text"}),
        argument({"type": "integer", "minimum": -1e30}),
        argument({"oneOf": [{"type": "string"}, {"type": "string", "minLength": 2}]}),
        argument({"type": "array", "items": {"anyOf": [{"dependentRequired": {"a": ["b"]}}]}}),
        {"type": "string"},
        None,
        "object",
    ],
)
def test_what_an_engine_may_refuse_is_left(schema: Any) -> None:
    assert not compiles(schema)


def test_the_places_of_each_api() -> None:
    chat = {"type": "function", "function": {"name": "f", "parameters": SCHEMA, "strict": False}}
    responses = {"type": "function", "name": "f", "parameters": SCHEMA}
    anthropic = {"name": "f", "input_schema": SCHEMA}
    assert mark([chat, responses, anthropic]) == [
        {"type": "function", "function": {"name": "f", "parameters": SCHEMA, "strict": True}},
        {**responses, "strict": True},
        {**anthropic, "strict": True},
    ]
    assert "strict" not in responses
    assert chat["function"]["strict"] is False, "what is given is not changed"


def test_other_tools_stay() -> None:
    tools: list[Any] = [
        {"type": "function", "function": {"name": "f", "parameters": ODD}},
        {"type": "custom", "custom": {"name": "f", "format": {}}},
        {"type": "web_search_20260101", "name": "web_search"},
        {"functionDeclarations": [{"name": "f", "parametersJsonSchema": SCHEMA}]},
        {"toolSpec": {"name": "f", "inputSchema": {"json": SCHEMA}}},
        {"type": "function", "function": "f"},
        None,
        "tool",
    ]
    assert mark(tools) == tools


@pytest.mark.parametrize(
    "address",
    [
        "https://api.openai.com/v1",
        "https://api.anthropic.com",
        "https://x.openai.azure.com/openai",
        "https://bedrock.us.amazonaws.com",
    ],
)
def test_a_vendors_address(address: str) -> None:
    assert is_vendors(address)
    assert not is_own(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost:8000/v1",
        "http://127.0.0.1:1",
        "http://10.0.0.8/v1",
        "http://gpu:30000/v1",
        "http://gpu.local/v1",
        "http://[::1]:8000",
    ],
)
def test_a_server_of_ones_own(address: str) -> None:
    assert is_own(address)
    assert not is_vendors(address)


@pytest.mark.parametrize(
    "address",
    ["https://openrouter.ai/api/v1", "https://notopenai.com/v1", "http://8.8.8.8/v1", "", "http://["],
)
def test_neither(address: str) -> None:
    assert not is_own(address)
    assert not is_vendors(address)
