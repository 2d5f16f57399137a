"""Strict validation: which violations are seen, and that no schema, however odd, gets out of hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sidecar.core.blocks import JsonValue
from sidecar.core.proposals.state import State
from sidecar.core.rules import RULES
from sidecar.core.schema.contract import Contract, contract, schema_hash
from sidecar.core.schema.violation import SOFT, UnusableSchemaError
from sidecar.core.search.search import Repaired, Unrepaired, repair


def obj(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def seen(schema: JsonValue, arguments: JsonValue) -> Counter[tuple[str, str, str]]:
    return Counter(
        (violation.keyword, "/".join(map(str, violation.path)), violation.name)
        for violation in contract(schema).violations(arguments)
    )


def run(schema: JsonValue, arguments: JsonValue) -> Repaired | Unrepaired | None:
    return repair("probe", "write", contract(schema), arguments, RULES)


def test_a_valid_call_has_no_violations() -> None:
    assert not seen(obj(("a",), a={"type": "integer"}), {"a": 1})


def test_two_missing_names_are_two_violations() -> None:
    schema = obj(("a", "b", "c"), a={}, b={}, c={})
    assert seen(schema, {"b": 1}) == {("required", "", "a"): 1, ("required", "", "c"): 1}


def test_a_rename_that_answers_one_of_two_missing_names_is_progress() -> None:
    schema = obj(("file_path", "limit"), file_path={"type": "string"}, limit={"type": "integer"})
    result = run(schema, {"filePath": "a", "Limit": 5})
    assert isinstance(result, Repaired)
    assert result.arguments == {"file_path": "a", "limit": 5}


@pytest.mark.parametrize("name", ["it's", 'say "x"', "a is a required property", "größe", "back\\slash", ""])
def test_an_odd_missing_name_is_named(name: str) -> None:
    assert seen(obj((name,), **{name: {}}), {"z": 1})["required", "", name] == 1


def test_each_surplus_key_of_a_closed_object_is_a_violation() -> None:
    schema = {**obj(a={}), "additionalProperties": False}
    assert seen(schema, {"a": 1, "b": 2, "c": 3}) == {
        ("additionalProperties", "", "b"): 1,
        ("additionalProperties", "", "c"): 1,
    }


def test_a_union_is_flattened_to_the_branch_that_fits_best() -> None:
    schema = obj(u={"anyOf": [obj(("a",), a={"type": "integer"}), obj(("b",), b={"type": "integer"})]})
    assert seen(schema, {"u": {"b": "5"}}) == {("type", "u/b", ""): 1}


def test_a_union_of_other_types_is_one_type_violation() -> None:
    schema = obj(u={"anyOf": [{"type": "integer"}, {"type": "array"}]})
    (violation,) = contract(schema).violations({"u": "5"})
    assert (violation.keyword, violation.path) == ("type", ("u",))
    assert violation.node.types == {"integer", "array"}


def test_a_union_of_constants_is_one_enum_violation() -> None:
    schema = obj(u={"anyOf": [{"const": "a"}, {"const": "b"}, {"type": "null"}]})
    (violation,) = contract(schema).violations({"u": "A"})
    assert violation.keyword == "enum"
    assert violation.node.enum == ("a", "b", None)


def test_types_are_strict() -> None:
    schema = obj(i={"type": "integer"}, n={"type": "number"}, s={"type": "string"}, b={"type": "boolean"})
    assert not seen(schema, {"i": 5, "n": 1, "s": "", "b": False})
    assert len(seen(schema, {"i": True, "n": False, "s": 1, "b": 0})) == 4


class TestUndeclared:
    def test_a_key_nobody_declares_is_soft(self) -> None:
        (violation,) = contract(obj(a={})).violations({"a": 1, "b": 2})
        assert (violation.keyword, violation.name, violation.hard) == (SOFT, "b", False)

    @pytest.mark.parametrize(
        "schema",
        [
            {**obj(a={}), "additionalProperties": True},
            {**obj(a={}), "additionalProperties": {"type": "integer"}},
            {**obj(a={}), "patternProperties": {"^b": {}}},
            {"type": "object"},
            True,
        ],
    )
    def test_a_key_that_the_schema_speaks_of_is_declared(self, schema: JsonValue) -> None:
        assert not seen(schema, {"a": 1, "b": 2})

    def test_it_is_found_in_items_and_in_the_branch_that_holds(self) -> None:
        schema = obj(rows={"type": "array", "items": {"anyOf": [{"type": "string"}, obj(("x",), x={})]}})
        assert seen(schema, {"rows": ["s", {"x": 1, "y": 2}]}) == {(SOFT, "rows/1", "y"): 1}

    def test_it_is_not_looked_for_where_the_schema_ends(self) -> None:
        assert not seen(obj(a={"type": "object"}), {"a": {"b": {"c": 1}}})


LOOP = {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}
UNUSABLE: list[Any] = [
    pytest.param({"$ref": "#"}, id="a reference to itself"),
    pytest.param(LOOP, id="two references in a circle"),
    pytest.param(obj(a={"$ref": "#/$defs/N"}), id="a reference to nothing"),
    pytest.param(obj(a={"$ref": "http://127.0.0.1:9/x.json"}), id="a remote reference is not fetched"),
    pytest.param(obj(a={"$ref": "file:///etc/hostname"}), id="a file is not read"),
    pytest.param(obj(a={"type": "strng"}), id="a type that does not exist"),
    pytest.param(obj(a={"type": 5}), id="a type that is a number"),
    pytest.param({"type": "object", "properties": ["a"]}, id="properties in a list"),
    pytest.param(obj(a={"anyOf": "x"}), id="a union that is a text"),
    pytest.param(obj(a={"anyOf": [5, None]}), id="a union of nothing"),
]


@pytest.mark.parametrize("schema", UNUSABLE)
def test_a_schema_that_cannot_be_applied_leaves_the_call_alone(schema: JsonValue) -> None:
    with pytest.raises(UnusableSchemaError):
        contract(schema).violations({"a": "1"})
    assert isinstance(run(schema, {"a": "1"}), Unrepaired)


@pytest.mark.parametrize("schema", [None, "x", 5, [], True, {}, {"type": []}, {"title": "x"}])
def test_a_schema_that_says_nothing_is_survived(schema: JsonValue) -> None:
    assert not isinstance(run(schema, {"a": {"b": [1, None]}}), Repaired)


def test_a_draft_that_is_no_name_is_refused_at_once() -> None:
    with pytest.raises(UnusableSchemaError):
        contract({"$schema": 5})


def test_a_false_schema_refuses_everything() -> None:
    assert isinstance(run(False, {"a": 1}), Unrepaired)


def test_a_recursive_schema_is_followed_as_deep_as_the_call() -> None:
    schema = obj(a={"$ref": "#"}, n={"type": "integer"})
    result = run(schema, {"a": {"a": {"n": "5"}}})
    assert isinstance(result, Repaired)
    assert result.arguments == {"a": {"a": {"n": 5}}}


@pytest.mark.parametrize(
    "draft", ["http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema#", "x:y"]
)
def test_an_older_draft_is_read_as_such(draft: str) -> None:
    result = run({"$schema": draft, **obj(a={"type": "integer"})}, {"a": "5"})
    assert isinstance(result, Repaired)


def test_the_exclusive_minimum_of_draft_four_is_a_truth() -> None:
    limit = {"type": "integer", "minimum": 0, "exclusiveMinimum": True}
    schema = {"$schema": "http://json-schema.org/draft-04/schema#", **obj(a=limit)}
    assert isinstance(run(schema, {"a": "5"}), Repaired)
    assert isinstance(run(schema, {"a": "0"}), Unrepaired)
    assert not isinstance(run(obj(a=limit), {"a": 5}), Repaired)


def test_definitions_of_draft_seven_are_followed() -> None:
    schema = {"definitions": {"n": {"type": "integer"}}, **obj(a={"$ref": "#/definitions/n"})}
    assert isinstance(run(schema, {"a": "5"}), Repaired)


def test_a_broken_pattern_refuses_nothing() -> None:
    assert run(obj(a={"type": "string", "pattern": "("}), {"a": "x"}) is None


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|aa)+$", "^([a-z]+)*$", "(x+x+)+y"])
def test_a_hostile_pattern_does_not_stall(pattern: str) -> None:
    value = ("x" if "x" in pattern else "a") * 40 + "!"
    assert not isinstance(run(obj(("a",), a={"type": "string", "pattern": pattern}), {"a": value}), Repaired)
    closed = {"type": "object", "patternProperties": {pattern: {}}, "additionalProperties": False}
    run(closed, {value: 1})


def test_a_union_of_a_thousand_branches() -> None:
    branches = [obj((f"k{n}",), **{f"k{n}": {"type": "integer"}}) for n in range(1000)]
    assert run(obj(a={"anyOf": branches}), {"a": {"k7": 5}}) is None
    assert not isinstance(run(obj(("a",), a={"anyOf": branches}), {"a": {"zz": "5"}}), Repaired)


def test_ten_thousand_properties() -> None:
    names = {f"p{n}": {"type": "integer"} for n in range(10_000)}
    result = run(obj(**names), {"p5": "1", "p_17": 5})
    assert isinstance(result, Repaired)
    assert result.arguments == {"p5": 1, "p17": 5}
    assert isinstance(run(obj(tuple(names), **names), {"p5": "1"}), Unrepaired)


@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_deep_arguments_do_not_recurse(depth: int) -> None:
    deep: Any = 1
    for _ in range(depth):
        deep = [deep]
    schema = obj(a={"type": "array"}, n={"type": "integer"})
    assert run(schema, {"a": deep, "n": 5}) is None
    assert not isinstance(run(schema, {"a": deep, "n": "five"}), Repaired)
    tree = {
        "$defs": {"t": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/t"}}]}}
    }
    assert not isinstance(run({**tree, **obj(a={"$ref": "#/$defs/t"})}, {"a": deep}), Repaired)


def test_half_a_character_passes_through() -> None:
    schema = obj(a={"type": "integer"}, s={"type": "string"})
    result = run(schema, {"a": "5", "s": "\ud800x"})
    assert isinstance(result, Repaired)
    assert result.arguments == {"a": 5, "s": "\ud800x"}
    assert run(schema, {"s": "\udfff", "\ud801": 1}) is None


def test_a_number_of_many_digits() -> None:
    schema = obj(a={"type": "integer"}, b={"type": "integer"})
    assert run(schema, {"a": 10**400}) is None
    result = run(schema, {"a": 10**400, "b": "1"})
    assert isinstance(result, Repaired)
    assert result.arguments == {"a": 10**400, "b": 1}
    assert not isinstance(run(schema, {"a": 10**5000, "b": "1"}), Repaired)
    assert not isinstance(run(schema, {"a": "9" * 5000}), Repaired)


def test_a_contract_is_kept_by_its_text() -> None:
    assert contract({"type": "object", "title": "kept"}) is contract({"type": "object", "title": "kept"})
    assert schema_hash({"a": 1, "b": 2}) == schema_hash({"b": 2, "a": 1})


def test_optional_is_asked_of_the_branch_that_holds() -> None:
    schema = obj(u={"anyOf": [obj(("kind",), kind={"const": "a"}, x={}), obj(("x",), x={})]})
    arguments: JsonValue = {"u": {"kind": "a", "x": None}}
    assert State("probe", "read", arguments, contract(schema)).optional(("u", "x"))
    assert not State("probe", "read", arguments, contract(schema)).optional(())


def test_the_last_settled_union_is_not_another_values() -> None:
    made = Contract(obj(u={"anyOf": [obj(("a",), a={}), obj(("b",), b={})]}))
    node = made.root.properties["u"]
    assert set(made.settle(node, {"a": 1}).properties) == {"a"}
    assert set(made.settle(node, {"b": 1}).properties) == {"b"}
    assert set(made.settle(node, {"a": 1}).properties) == {"a"}
