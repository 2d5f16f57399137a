"""Seeded: junk put around a name comes off again, and likeness never changes what a call does."""

# ruff: noqa: S311
from __future__ import annotations

import random

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.tool_names import candidates
from sidecar.core.tool_names.affixes import PREFIXES
from sidecar.core.tool_names.gate import reads, verbs
from sidecar.core.tool_names.vocabulary import READ_VERBS, VERBS, WRITE_VERBS
from sidecar.core.toolset import Toolset

THINGS = [
    "account",
    "invoice_line",
    "order",
    "user_profile",
    "weather",
    "ticket",
    "photo_album",
    "temperature",
    "route",
]
AROUND = [
    "{}:0",
    "{}()",
    "{}\n",
    " {} ",
    '"{}"',
    "`{}`",
    "{}<|channel|>commentary",
    "{}</name>",
    "{}_tool",
    "{}.call",
]
AROUND += ["{0}{0}", "{0}.{0}", "{}_1_2345678", "<tool_call>{}", "assistant to=functions.{}", "{}{{"]
SEEDS = list(range(40))
OPPOSITES = [("get", "set"), ("list", "link"), ("add", "delete"), ("add", "remove"), ("start", "stop")]
OPPOSITES += [
    ("enable", "disable"),
    ("open", "close"),
    ("read", "write"),
    ("push", "pull"),
    ("lock", "unlock"),
]
OPPOSITES += [
    ("allow", "deny"),
    ("create", "delete"),
    ("show", "hide"),
    ("import", "export"),
    ("buy", "sell"),
]


def names(dice: random.Random, count: int) -> list[str]:
    made = {f"{dice.choice(sorted(VERBS))}_{dice.choice(THINGS)}" for _ in range(count)}
    return sorted(made)


def toolset(*active: str) -> Toolset:
    return Toolset([Tool(name, {}) for name in active])


def slipped(dice: random.Random, name: str) -> str:
    """The name with one letter lost, doubled, changed or moved."""
    at = dice.randrange(len(name) - 1)
    return dice.choice(
        [
            name[:at] + name[at + 1 :],
            name[:at] + name[at] + name[at:],
            name[:at] + dice.choice("abcdefghijklmnopqrstuvwxyz") + name[at + 1 :],
            name[:at] + name[at + 1] + name[at] + name[at + 2 :],
        ]
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_what_hangs_around_a_name_comes_off(seed: int) -> None:
    dice = random.Random(seed)
    active = names(dice, 8)
    tools, name = toolset(*active), dice.choice(active)
    for prefix in (*(f"{word}." for word in PREFIXES), "mcp__server__", "namespace::", "tools/", ""):
        whole = prefix + dice.choice(AROUND).format(name) if not prefix else prefix + name
        assert [found.name for found in candidates(whole, tools, {})] == [name], whole
    for around in AROUND:
        assert [found.name for found in candidates(around.format(name), tools, {})] == [name], around


@pytest.mark.parametrize("seed", SEEDS[::5])
def test_likeness_never_crosses_from_reading_to_writing(seed: int) -> None:
    dice = random.Random(seed)
    thing = dice.choice(THINGS)
    for mine in sorted(READ_VERBS):
        for theirs in dice.sample(sorted(WRITE_VERBS), 8):
            for odd in (
                f"{mine}_{thing}",
                f"{mine}{thing}",
                f"{thing}_{mine}",
                slipped(dice, f"{mine}_{thing}"),
            ):
                for found in candidates(odd, toolset(f"{theirs}_{thing}"), {}):
                    assert not (reads(odd) and verbs(found.name) & WRITE_VERBS), (odd, found)


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("pair", OPPOSITES, ids=[" ".join(pair) for pair in OPPOSITES])
def test_opposite_verbs_are_never_a_typo(pair: tuple[str, str], thing: str) -> None:
    for mine, theirs in (pair, pair[::-1]):
        for form in ("{}_{}", "{}{}", "{1}_{0}", "{1}{0}"):
            tools = toolset(form.format(theirs, thing))
            assert [*candidates(form.format(mine, thing), tools, {})] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_two_real_names_are_never_each_others_typo(seed: int) -> None:
    dice = random.Random(seed)
    for name in names(dice, 40):
        others = [other for other in names(dice, 60) if other != name]
        assert [found for found in candidates(name, toolset(*others), {}) if found.how == "name-typo"] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_slip_finds_its_tool_or_nothing(seed: int) -> None:
    dice = random.Random(seed)
    for name in names(dice, 30):
        for found in candidates(slipped(dice, name), toolset(name), {}):
            assert found.name == name
            assert found.strict_arguments or found.how == "name-case"
