"""Every table of tests/cases/rules: what a rule repairs, and what it leaves alone."""

from __future__ import annotations

import copy
import json
import tomllib
from typing import Any

import pytest

from sidecar.core.blocks import JsonValue
from sidecar.core.patch import apply
from sidecar.core.rules import RULES
from sidecar.core.schema.contract import contract
from sidecar.core.search.search import Repaired, Unrepaired, repair
from tests.places import CASES

TABLES = CASES / "rules"


def cases(kind: str) -> list[Any]:
    found = []
    for file in sorted(TABLES.glob("*.toml")):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        rule = file.stem.replace("_", "-")
        shared = {"tool": "probe", "effect": "write", "schema": table["schema"], "rule": rule}
        shared |= {key: table[key] for key in ("tool", "effect") if key in table}
        for case in table[kind]:
            found.append(pytest.param(shared | case, id=f"{rule}: {case['name']}"))
    return found


def run(case: dict[str, Any], given: JsonValue) -> Repaired | Unrepaired | None:
    return repair(case["tool"], case["effect"], contract(json.loads(case["schema"])), given, RULES)


def text(value: JsonValue) -> str:
    """What tells true from 1 and 1 from 1.0, which == does not."""
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize("case", cases("repairs"))
def test_repairs(case: dict[str, Any]) -> None:
    given = json.loads(case["given"])
    untouched = copy.deepcopy(given)
    result = run(case, given)
    assert isinstance(result, Repaired), result
    assert text(result.arguments) == text(json.loads(case["want"]))
    assert case["rule"] in result.rules
    assert set(result.rules) == set(case.get("rules", result.rules))
    assert text(given) == text(untouched)
    replayed: JsonValue = given
    for step in result.steps:
        replayed = apply(replayed, step.edits)
    assert text(replayed) == text(result.arguments)
    assert run(case, result.arguments) is None


@pytest.mark.parametrize("case", cases("keeps"))
def test_keeps(case: dict[str, Any]) -> None:
    given = json.loads(case["given"])
    untouched = copy.deepcopy(given)
    result = run(case, given)
    outcome = "declined" if isinstance(result, Unrepaired) else "kept" if result is None else result
    assert outcome in ([case["outcome"]] if "outcome" in case else ["kept", "declined"])
    assert text(given) == text(untouched)
