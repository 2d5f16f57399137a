"""The model of pi's coercion gives what pi gave, and a guard speaks only of what pi would really run."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from sidecar.core.schema.contract import contract
from sidecar.core.search.guard import accepted_by_pi, guard_reason, rejected
from sidecar.core.values import equal
from tests.places import CASES

TABLE = tomllib.loads((CASES / "coercion.toml").read_text())["cases"]
TEXT, WHOLE = {"type": "string"}, {"type": "integer"}


def wants(required: tuple[str, ...] = (), **properties: Any) -> Any:
    return contract({"type": "object", "properties": properties, "required": list(required)})


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case["name"])
def test_what_pi_runs(case: dict[str, Any]) -> None:
    run = accepted_by_pi(contract(json.loads(case["schema"])), json.loads(case["given"]))
    assert (run is not None) == ("want" in case)
    assert run is None or equal(run[0], json.loads(case["want"]))


@pytest.mark.parametrize(
    ("tool", "given", "reason"),
    [
        (
            wants(("year",), year=WHOLE, genre=TEXT),
            {"year": None, "genre": None},
            "year is null: pi would run it as 0. Send the number you mean.",
        ),
        (
            wants(("path", "content"), path=TEXT, content=TEXT),
            {"path": "a", "content": None},
            'content is null: pi would use the text "null". Send "" for an empty text.',
        ),
        (
            wants(("n", "count"), n=WHOLE, count=WHOLE),
            {"n": 3.7, "count": "5"},
            "n is 3.7: pi would cut it to 3. Send a whole number.",
        ),
        (wants(n=WHOLE), {"n": ""}, "n is empty: pi would run it as 0. Send a number or leave it out."),
        (
            wants(n=WHOLE),
            {"n": "0x10"},
            'n is "0x10": pi would change it to another number. Send a plain number.',
        ),
        (
            wants(x={"type": "array", "items": TEXT}),
            {"x": '["a", "b"]'},
            'x is the text "[\\"a\\", \\"b\\"]": pi would make it one item of a list. Send a list.',
        ),
        (
            wants(
                rows={
                    "type": "array",
                    "items": {"type": "object", "properties": {"n": WHOLE}, "required": ["n"]},
                }
            ),
            {"rows": [{"n": 1}, {"n": None}]},
            "rows.1.n is null: pi would run it as 0. Send the number you mean.",
        ),
    ],
)
def test_what_a_guard_says(tool: Any, given: dict[str, Any], reason: str) -> None:
    assert guard_reason(tool, given) == reason


@pytest.mark.parametrize(
    ("tool", "given", "rejects"),
    [
        (wants(year=WHOLE, genre=TEXT), {"year": None, "genre": None}, False),  # both are dropped
        (wants(n=WHOLE, on={"type": "boolean"}), {"n": "5", "on": "True"}, False),  # the meaning stays
        (wants(x={"type": "array", "items": {"type": "object"}}), {"x": None, "y": 1}, False),
        (wants(("x",), x={"type": "array", "items": {"type": "object"}}), {"x": None}, True),
        (wants(("x",), x={"type": "array", "items": {"type": "object"}}), {"x": [None, "a"]}, True),
        (wants(("x",), x={"type": "array", "items": WHOLE}), {"x": "[1, 2]"}, True),
        (wants(("n", "x"), n=WHOLE, x=TEXT), {"n": None}, True),  # x is missing: pi says so
        (contract({"properties": {"x": {"$ref": "#/$defs/gone"}}}), {"x": 1}, True),
    ],
)
def test_where_a_guard_says_nothing(tool: Any, given: dict[str, Any], rejects: bool) -> None:
    assert guard_reason(tool, given) is None
    assert rejected(tool, given) is rejects


def test_a_required_that_is_no_list_accepts_nothing_and_ends_nothing() -> None:
    inner = {"type": "object", "required": -1, "properties": {"a": WHOLE}}
    for given in ({"x": {"a": 1}}, {"x": {"a": None}}):
        assert accepted_by_pi(wants(x=inner), given) is None
