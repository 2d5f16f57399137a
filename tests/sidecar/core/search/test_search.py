"""The search: what wins, what is declined, and that its bounds hold on hostile input."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from sidecar.core.patch import Edit, move, remove, replace
from sidecar.core.proposals.proposal import Cost, Proposal, Rule, propose
from sidecar.core.proposals.state import State
from sidecar.core.rules import RULES
from sidecar.core.schema.contract import contract
from sidecar.core.schema.violation import Violation
from sidecar.core.search.search import COST_LIMIT, Repaired, Unrepaired, repair

EDITS = {"type": "array", "items": {
    "type": "object", "required": ["oldText", "newText"],
    "properties": {"oldText": {"type": "string"}, "newText": {"type": "string"}},
}}  # fmt: skip


def obj(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def says(name: str, keyword: str, cost: Cost, *edits: Edit) -> Rule:
    def proposals(violation: Violation, state: State) -> Iterator[Proposal]:
        yield propose(cost, *edits)

    return Rule(name, frozenset({keyword}), proposals)


def run(schema: Any, arguments: Any, *rules: Rule, effect: Any = "write", tool: str = "probe") -> Any:
    return repair(tool, effect, contract(schema), arguments, rules or RULES)


A = obj(("a",), a={"type": "integer"})


def test_the_cheaper_of_two_repairs_wins() -> None:
    dear = says("dear", "type", Cost.GUESS, replace(("a",), 1))
    cheap = says("cheap", "type", Cost.KNOWN, replace(("a",), 2))
    result = run(A, {"a": "x"}, dear, cheap)
    assert (result.arguments, result.rules, result.cost) == ({"a": 2}, ("cheap",), 2)


def test_two_repairs_of_one_cost_are_declined() -> None:
    one = says("one", "type", Cost.KNOWN, replace(("a",), 1))
    two = says("two", "type", Cost.KNOWN, replace(("a",), 2))
    result = run(A, {"a": "x"}, one, two)
    assert isinstance(result, Unrepaired)
    assert "equally likely" in result.reason


def test_two_rules_of_one_mind_are_no_tie_and_the_first_is_recorded() -> None:
    one = says("one", "type", Cost.KNOWN, replace(("a",), 1))
    two = says("two", "type", Cost.KNOWN, replace(("a",), 1))
    assert run(A, {"a": "x"}, one, two).rules == ("one",)


def test_a_repair_that_does_not_validate_is_none() -> None:
    wrong = says("wrong", "type", Cost.EXACT, replace(("a",), "y"))
    assert isinstance(run(A, {"a": "x"}, wrong), Unrepaired)


def test_an_edit_that_does_not_fit_is_none() -> None:
    wrong = says("wrong", "type", Cost.EXACT, remove(("nope", "deep")))
    assert isinstance(run(A, {"a": "x"}, wrong), Unrepaired)


def test_rules_that_undo_each_other_end() -> None:
    schema = obj(("a",), a={"type": "integer", "minimum": 5})
    there = says("there", "type", Cost.EXACT, replace(("a",), 1))
    back = says("back", "minimum", Cost.EXACT, replace(("a",), "x"))
    assert isinstance(run(schema, {"a": "x"}, there, back), Unrepaired)


def test_a_read_may_cost_more_than_a_write() -> None:
    schema = obj(("content", "address", "message"), content={}, address={}, message={})
    given = {"contnet": 1, "adress": 2, "mesage": 3}
    assert COST_LIMIT["write"] < COST_LIMIT["read"] < 3 * Cost.GUESS
    assert isinstance(run(schema, given, effect="read"), Unrepaired)
    schema["properties"]["message"] = {"type": "string"}
    three = {"contnet": 1, "adress": 2, "message": ["3"]}
    assert isinstance(run(schema, three, effect="read"), Repaired)
    assert isinstance(run(schema, three, effect="write"), Unrepaired)


def test_what_is_broken_is_repaired_before_what_is_ignored() -> None:
    schema = obj(("path",), path={"type": "string"}, limit={"type": "integer"})
    result = run(schema, {"filePath": "a", "Limit": "5"})
    assert result.arguments == {"filePath": "a", "limit": 5} or result.arguments == {"path": "a", "limit": 5}
    assert result.arguments["limit"] == 5


def test_an_ignored_key_with_two_meanings_stays() -> None:
    schema = obj(start_date={"type": "string"}, end_date={"type": "string"})
    assert run(schema, {"date": "2024-01-01"}) is None


def test_an_ignored_key_is_not_renamed_where_the_value_would_be_refused() -> None:
    assert run(obj(limit={"type": "integer", "maximum": 9}), {"Limit": 50}) is None


def test_an_ignored_key_whose_value_needs_a_cast_gets_both() -> None:
    result = run(obj(page_size={"type": "integer"}), {"pageSize": "50"})
    assert (result.arguments, set(result.rules)) == ({"page_size": 50}, {"rename-key", "coerce-number"})


def test_the_same_ignored_key_in_every_item_is_one_step() -> None:
    schema = obj(rows={"type": "array", "items": obj(page_size={"type": "integer"})})
    result = run(schema, {"rows": [{"pageSize": 1}] * 300})
    assert result.arguments == {"rows": [{"page_size": 1}] * 300}
    assert len(result.steps) == 1


def test_the_same_sure_slip_in_many_keys_is_one_step() -> None:
    names = [f"option_{chr(97 + n)}" for n in range(26)]
    schema = obj(("path",), path={"type": "string"}, **{name: {"type": "integer"} for name in names})
    result = run(schema, {"path": "a", **dict.fromkeys(names)})
    assert (result.arguments, len(result.steps), result.cost) == ({"path": "a"}, 1, Cost.EXACT)
    result = run(schema, {"path": "a", **dict.fromkeys(names, "5")})
    assert (result.arguments, len(result.steps)) == ({"path": "a", **dict.fromkeys(names, 5)}, 1)
    mixed = {name: None if index % 2 else "7" for index, name in enumerate(names)}
    result = run(schema, {"path": "a", **mixed})
    assert result.arguments == {"path": "a", **dict.fromkeys(names[::2], 7)}
    camel = {f"option{chr(65 + n)}": 5 for n in range(26)}
    assert run(schema, {"path": "a", **camel}).arguments == {"path": "a", **dict.fromkeys(names, 5)}


def test_sure_slips_that_clash_are_not_taken_together() -> None:
    first = says("rename", "required", Cost.EXACT, move(("x",), ("a",)))

    def other(violation: Violation, state: State) -> Iterator[Proposal]:
        yield propose(Cost.EXACT, move(("x",), (violation.name,)))

    schema = obj(("a", "b"), a={}, b={})
    assert isinstance(run(schema, {"x": 1}, Rule("rename", first.keywords, other)), Unrepaired)


def test_arguments_that_are_no_object_stay_declined() -> None:
    assert isinstance(run({"type": "array"}, "[1]"), Unrepaired)
    assert isinstance(run(A, None), Unrepaired)
    assert isinstance(run(A, 5), Unrepaired)


def test_the_input_is_not_changed() -> None:
    given = {"path": "a", "edits": [{"old_string": "x", "new_string": ["y"]}], "extra": None}
    before = copy.deepcopy(given)
    run(obj(("path", "edits"), path={"type": "string"}, edits=EDITS), given, tool="edit")
    assert given == before


class TestBounds:
    """Hostile calls that must come to an end; the suite's own timeout is the limit."""

    def test_five_thousand_items_with_wrong_names(self) -> None:
        schema = obj(("edits",), edits=EDITS)
        edits = [{"old_string": f"x{n}", "new_string": "y"} for n in range(5_000)]
        assert isinstance(run(schema, {"edits": edits}, tool="edit"), Unrepaired)
        result = run(schema, {"edits": edits[:300]}, tool="edit")
        assert result.arguments["edits"][299] == {"oldText": "x299", "newText": "y"}

    def test_five_thousand_items_as_text(self) -> None:
        schema = obj(("edits",), edits=EDITS)
        edits = [json.dumps({"oldText": f"x{n}", "newText": "y"}) for n in range(5_000)]
        assert isinstance(run(schema, {"edits": edits}, tool="edit"), Unrepaired)
        assert len(run(schema, {"edits": edits[:300]}, tool="edit").arguments["edits"]) == 300

    def test_a_hundred_thousand_keys_nobody_declares(self) -> None:
        keys = {f"k{n}": n for n in range(100_000)}
        schema = obj(("path",), path={"type": "string"})
        assert run(schema, {"path": "a", **keys}) is None
        assert isinstance(run(schema, keys), Unrepaired)
        assert isinstance(run({**schema, "additionalProperties": False}, {"path": "a", **keys}), Unrepaired)

    def test_a_hundred_thousand_paths_for_keys(self) -> None:
        keys = {f"edits[{n}].oldText": "a" for n in range(100_000)}
        assert isinstance(run(obj(("edits",), edits=EDITS), keys, tool="edit"), Unrepaired)

    def test_eight_megabytes_of_text(self) -> None:
        huge = "x" * 8_000_000
        schema = obj(("path", "content"), path={"type": "string"}, content={"type": "string"})
        result = run(schema, {"file_path": "a", "content": huge}, tool="write")
        assert result.arguments == {"path": "a", "content": huge}
        for value in (huge, "9" * 8_000_000, "[" * 8_000_000, "1 " * 4_000_000):
            refused = obj(("n", "e"), n={"type": "integer"}, e={"enum": ["a", "b"]})
            assert isinstance(run(refused, {"n": value, "e": value}), Unrepaired)
        assert isinstance(run(schema, {huge: "a", "path." + huge: 1, "content": ""}), Unrepaired)

    def test_eight_megabytes_of_array_text(self) -> None:
        items = ["x" * 1_000] * 8_000
        result = run(obj(a={"type": "array"}), {"a": json.dumps(items)})
        assert result.arguments == {"a": items}
        assert isinstance(run(obj(("a",), a={"type": "array"}), {"a": json.dumps(items)[:-1]}), Unrepaired)
