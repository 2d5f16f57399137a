"""Damage a valid call as each rule claims to undo, and get it back; whatever happens, never another call."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest

from sidecar.core.patch import apply
from sidecar.core.rules import RULES
from sidecar.core.schema.contract import contract
from sidecar.core.search.search import Repaired, Unrepaired, repair
from tests.properties.calls import READS, TOOLS, call_of
from tests.properties.damage import DAMAGES

SEEDS = range(25)
ONLY_CLOSED = {"said_twice", "words_about_the_call"}  # an open schema leaves these to the tool
KEPT = {  # how much may be declined where more than one call could have been meant
    "key_misspelt": 0.85,  # a misspelt word can be another word
}


def run(tool: str, schema: Any, arguments: Any) -> Repaired | Unrepaired | None:
    return repair(tool, "read" if tool in READS else "write", contract(schema), arguments, RULES)


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def equal(left: Any, right: Any) -> bool:
    """1 is 1.0, but true is not 1."""
    return bool(left == right) and text(left).replace(".0", "") == text(right).replace(".0", "")


def drawn(seed: int, tool: str, plain: bool) -> tuple[Random, dict[str, Any], dict[str, Any]]:
    rng = Random(f"{seed} {tool} {plain}")  # noqa: S311
    schema = TOOLS[tool] if rng.random() < 0.5 else {**TOOLS[tool], "additionalProperties": False}
    return rng, schema, call_of(schema, rng, plain)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_valid_call_is_not_touched(tool: str) -> None:
    for seed in SEEDS:
        _, schema, call = drawn(seed, tool, plain=False)
        assert run(tool, schema, call) is None


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_undone_and_nothing_else_is_done(name: str) -> None:
    right, tried = 0, 0
    for seed in SEEDS:
        for tool in TOOLS:
            rng, schema, call = drawn(seed, tool, plain=True)
            if name in ONLY_CLOSED:
                schema = {**TOOLS[tool], "additionalProperties": False}
            damaged = DAMAGES[name](tool, schema, copy.deepcopy(call), rng)
            if damaged is None or not contract(schema).violations(damaged):
                continue
            tried += 1
            result = run(tool, schema, damaged)
            if isinstance(result, Repaired):
                assert equal(result.arguments, call), (tool, damaged, result.arguments)
                right += 1
    assert tried > 10
    assert right >= KEPT.get(name, 0.95) * tried, f"{right} of {tried}"


@pytest.mark.parametrize("name", DAMAGES)
def test_whatever_a_file_may_hold_comes_back_byte_for_byte_or_not_at_all(name: str) -> None:
    for seed in SEEDS:
        for tool in TOOLS:
            rng, schema, call = drawn(seed, tool, plain=False)
            damaged = DAMAGES[name](tool, schema, copy.deepcopy(call), rng)
            if damaged is None:
                continue
            result = run(tool, schema, damaged)
            if isinstance(result, Repaired):
                assert equal(result.arguments, call), (tool, damaged, result.arguments)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_faults_at_once(seed: int) -> None:
    for tool in TOOLS:
        rng, schema, call = drawn(seed, tool, plain=True)
        first, second = rng.sample(sorted(DAMAGES), 2)
        if {first, second} & ONLY_CLOSED:
            schema = {**TOOLS[tool], "additionalProperties": False}
        once = DAMAGES[first](tool, schema, copy.deepcopy(call), rng)
        if not isinstance(once, dict) or once.keys() - schema["properties"].keys():
            continue
        try:
            twice = DAMAGES[second](tool, schema, once, rng)
        except (AttributeError, IndexError, KeyError, TypeError):  # the second has nothing left to damage
            continue
        result = run(tool, schema, twice) if twice is not None else None
        if isinstance(result, Repaired):
            assert equal(result.arguments, call), (first, second, tool, twice, result.arguments)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_every_repair_promises(seed: int) -> None:
    for tool in TOOLS:
        rng, schema, call = drawn(seed, tool, plain=False)
        name = rng.choice(sorted(DAMAGES))
        damaged = DAMAGES[name](tool, schema, copy.deepcopy(call), rng)
        if damaged is None:
            continue
        before = json.dumps(damaged)
        result = run(tool, schema, damaged)
        again = run(tool, schema, json.loads(before))
        assert json.dumps(damaged) == before
        assert type(again) is type(result)
        if not isinstance(result, Repaired):
            continue
        assert isinstance(again, Repaired)
        assert (again.arguments, again.steps, again.cost) == (result.arguments, result.steps, result.cost)
        assert not contract(schema).hard_violations(result.arguments)
        assert run(tool, schema, result.arguments) is None
        replayed: Any = damaged
        for step in result.steps:
            replayed = apply(replayed, step.edits)
        assert text(replayed) == text(result.arguments)


@pytest.mark.parametrize("seed", range(200))
def test_noise_is_survived(seed: int) -> None:
    """Arguments that have nothing to do with the tool: an answer, a valid one, and no exception."""
    rng = Random(seed)  # noqa: S311
    tool = rng.choice(sorted(TOOLS))
    noise = junk(rng, 4)
    result = run(tool, TOOLS[tool], noise)
    if isinstance(result, Repaired):
        assert not contract(TOOLS[tool]).hard_violations(result.arguments)


def junk(rng: Random, depth: int) -> Any:
    kind = rng.randrange(8 if depth else 5)
    names = [
        "path",
        "edits",
        "oldText",
        "arguments",
        "value",
        "status",
        "0",
        "a.b",
        "edits[0].oldText",
        "",
        "limit",
    ]
    scalars = (
        [None, True, 5, 1.5, ""],
        ["null", "[1", "{}", "yes", "5 km", "a,b", "\ud800", "^a$", '{"path": "a"}'],
    )
    if kind < 5:
        return rng.choice(rng.choice(scalars))
    if kind == 5:
        return [junk(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {rng.choice(names): junk(rng, depth - 1) for _ in range(rng.randrange(5))}
