"""Streamed text of arguments that pi could read: what it means, and when it changes nothing."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from sidecar.core.argument_text.meant import RULES
from sidecar.core.argument_text.sent import as_pi
from sidecar.core.blocks import JsonObject, Outcome, Stage, Tool
from sidecar.core.message import ALL_STAGES, Settings, plan
from sidecar.core.toolset import Toolset
from tests.places import CASES

TABLES = CASES / "sent_text"
FREE: JsonObject = {"type": "object"}


def outcome(
    text: str,
    schema: JsonObject,
    *,
    held: Any = None,
    settings: Settings | None = None,
    stages: frozenset[Stage] = ALL_STAGES,
    stop: str = "toolUse",
) -> Outcome:
    arguments = wire(as_pi(text)) if held is None else held
    call = {"type": "toolCall", "id": "1", "name": "post", "arguments": arguments}
    message = {"role": "assistant", "content": [call], "stopReason": stop}
    tools = Toolset([Tool("post", schema)])
    raw: Mapping[str, str] = {"1": text}
    return plan(
        message,
        tools,
        host_errors={"1": None},
        ids=iter(()),
        raw_arguments=raw,
        settings=settings,
        stages=stages,
    ).outcome


def wire(value: Any) -> Any:
    """As it comes from the bridge."""
    return json.loads(json.dumps(value))


def cases(kind: str) -> Iterator[Any]:
    for path in sorted(TABLES.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in table[kind]:
            name = f"{path.stem}: {case['name']}"
            yield pytest.param(json.loads(table["schema"]), case["given"], case.get("want"), id=name)


@pytest.mark.parametrize(("schema", "given", "want"), list(cases("repairs")))
def test_repairs(schema: JsonObject, given: str, want: str) -> None:
    (record,) = outcome(given, schema).repairs
    assert json.dumps(record.after["arguments"]) == json.dumps(json.loads(want))
    assert record.before["arguments"] == wire(as_pi(given))
    assert set(record.rules) & set(RULES)
    assert record.stage == ("raw" if any(rule.startswith("raw-") for rule in record.rules) else "rules")
    assert ": " in record.summary


@pytest.mark.parametrize(("schema", "given", "want"), list(cases("keeps")))
def test_keeps(schema: JsonObject, given: str, want: None) -> None:
    assert outcome(given, schema) == Outcome()


@pytest.mark.parametrize(("schema", "given", "want"), list(cases("unclear")))
def test_what_is_unclear_is_blocked(schema: JsonObject, given: str, want: str) -> None:
    found = outcome(given, schema)
    (guard,) = found.guards
    assert guard.reason.startswith(want)
    assert (found.repairs, found.declined, found.message) == ((), (), None)


@pytest.mark.parametrize(("schema", "given", "want"), [*cases("repairs"), *cases("unclear")])
def test_a_rule_that_is_off_leaves_what_pi_read(schema: JsonObject, given: str, want: str) -> None:
    settings = Settings(rules_off=frozenset({*RULES, "coerce-string", "rename-key"}))
    found = outcome(given, schema, settings=settings)
    assert found.repairs == ()
    assert all("as text" in guard.reason or "exact" in guard.reason for guard in found.guards)


LOSSY = '{"newText": "two", "newText": ""}'


def test_arguments_that_were_changed_since_are_not_touched() -> None:
    assert outcome(LOSSY, FREE, held={"newText": "three"}) == Outcome()


def test_a_message_that_stopped_for_length_is_not_touched() -> None:
    assert outcome(LOSSY, FREE, stop="length") == Outcome()


def test_without_its_stage_the_text_is_not_read() -> None:
    assert outcome(LOSSY, FREE, stages=frozenset({"rules"})) == Outcome()


def test_what_is_meant_and_does_not_fit_does_not_run_as_pi_reads_it() -> None:
    schema = {"type": "object", "properties": {"newText": {"enum": ["", "x"]}}, "required": ["newText"]}
    (guard,) = outcome(LOSSY, schema).guards
    assert "another call" in guard.reason


@pytest.mark.parametrize(
    "text", ["", "[1]", "{", '{"a": }', '{"a" 1}', "{]", '{"a": 1}}', '{"a": 1', "nonsense"]
)
def test_text_that_pi_does_not_read_changes_nothing(text: str) -> None:
    assert outcome(text, FREE, held={"a": 1}) == Outcome()


def test_nesting_has_an_end() -> None:
    deep = '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}"
    assert outcome(deep, FREE, held={"a": []}) == Outcome()


@pytest.mark.parametrize("seed", range(300))
def test_a_value_in_any_spelling_is_never_changed(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    value = {f"k{index}": _value(chance, 3) for index in range(chance.randint(0, 5))}
    text = _spelled(chance, value)
    assert json.loads(text) == value
    assert outcome(text, FREE) == Outcome()


LETTERS = "abcXYZ09 _-./:'\"\\{}[],\u00e9\u4e2d\U0001f600\u2028"
SHORT = {'"': '\\"', "\\": "\\\\", "/": "\\/"}


def _value(chance: random.Random, depth: int) -> Any:
    kind = chance.randrange(7 if depth else 5)
    if kind == 0:
        return chance.choice([True, False, None])
    if kind == 1:
        return chance.randint(-(2**53) + 1, 2**53 - 1)
    if kind == 2:
        return chance.choice([0.5, -1.25, 1e-7, 3.0, 1e22, 123456.789])
    if kind < 5:
        return "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 12)))
    if kind == 5:
        return [_value(chance, depth - 1) for _ in range(chance.randint(0, 4))]
    return {f"n{index}": _value(chance, depth - 1) for index in range(chance.randint(0, 4))}


def _spelled(chance: random.Random, value: Any) -> str:
    space = chance.choice(["", " ", "\n  ", "\t"])
    if isinstance(value, dict):
        members = [
            f"{_text(chance, key)}{space}:{space}{_spelled(chance, child)}" for key, child in value.items()
        ]
        chance.shuffle(members)
        return "{" + space + f"{space},{space}".join(members) + space + "}"
    if isinstance(value, list):
        return "[" + f",{space}".join(_spelled(chance, item) for item in value) + "]"
    if isinstance(value, str):
        return _text(chance, value)
    if isinstance(value, float):
        return chance.choice(
            [repr(value), f"{value:.20e}", f"{value!r}0" if "e" not in repr(value) else repr(value)]
        )
    if isinstance(value, int) and not isinstance(value, bool):
        return chance.choice([str(value), f"{value}.0", f"{value}.000"])
    return json.dumps(value)


def _text(chance: random.Random, text: str) -> str:
    return '"' + "".join(_letter(chance, letter) for letter in text) + '"'


def _letter(chance: random.Random, letter: str) -> str:
    units = [
        letter.encode("utf-16-be")[at : at + 2].hex() for at in range(0, len(letter.encode("utf-16-be")), 2)
    ]
    escaped = "".join(f"\\u{chance.choice([unit, unit.upper()])}" for unit in units)
    plain = [] if letter in '"\\' else [letter]
    return chance.choice([*plain, *plain, *([SHORT[letter]] if letter in SHORT else []), escaped])
