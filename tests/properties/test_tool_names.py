"""Seeded: junk put around a name comes off again, and no other name is taken for it."""

# ruff: noqa: S311
from __future__ import annotations

import random

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.names.words import plain, words
from sidecar.core.tool_names import candidates
from sidecar.core.tool_names.affixes import PREFIXES
from sidecar.core.toolset import Toolset

VERBS = """
add analyze archive book cancel close create delete export find get hide import list lock merge open pause
publish rename resume send show update
""".split()
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
    made = {f"{dice.choice(VERBS)}_{dice.choice(THINGS)}" for _ in range(count)}
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


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("pair", OPPOSITES, ids=[" ".join(pair) for pair in OPPOSITES])
def test_another_verb_is_another_tool(pair: tuple[str, str], thing: str) -> None:
    for mine, theirs in (pair, pair[::-1]):
        for form in ("{}_{}", "{}{}", "{1}_{0}", "{1}{0}"):
            tools = toolset(form.format(theirs, thing))
            assert [*candidates(form.format(mine, thing), tools, {})] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_letter_exchanged_or_lost_is_another_name(seed: int) -> None:
    dice = random.Random(seed)
    for name in names(dice, 30):
        odd = slipped(dice, name)
        for found in candidates(odd, toolset(name), {}):
            assert plain(odd) == plain(name), (odd, found)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_tool_is_never_taken_for_another(seed: int) -> None:
    dice = random.Random(seed)
    for name in names(dice, 40):
        others = [other for other in names(dice, 60) if sorted(words(other)) != sorted(words(name))]
        assert [*candidates(name, toolset(*others), {})] == []
