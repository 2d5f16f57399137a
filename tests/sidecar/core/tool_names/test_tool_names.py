"""The table of odd names: what the cheapest proposal that validates makes of each."""

from __future__ import annotations

import json
import time
import tomllib
from typing import Any

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.tool_names import Mapped, candidates, nearest
from sidecar.core.toolset import Toolset
from tests.places import CASES

TABLE = tomllib.loads((CASES / "tool_names.toml").read_text())
PI = ["read", "bash", "edit", "write", "grep", "find", "ls"]
CASES = [*TABLE["repairs"], *TABLE["keeps"]]


def toolset(names: list[str]) -> Toolset:
    return Toolset([Tool(name, json.loads(TABLE["tools"].get(name, "{}"))) for name in names])


def repaired(call: dict[str, Any], tools: Toolset) -> dict[str, Any] | None:
    """What a caller without rules does: keep the cheapest that validates, nothing when two are as cheap."""
    fitting = []
    for proposal in candidates(call["name"], tools, call["arguments"]):
        given = (
            call["arguments"] if proposal.inner_arguments is None else json.loads(proposal.inner_arguments)
        )
        mapped = proposal.arguments_map(given) if proposal.arguments_map else [Mapped(given)]
        for arguments in (one.arguments for one in mapped):
            found = tools.contract(proposal.name).violations(arguments)
            if not (found if proposal.strict_arguments else [one for one in found if one.hard]):
                fitting.append((proposal.cost, {"name": proposal.name, "arguments": arguments}))
    cheapest = [call for cost, call in fitting if cost == min(cost for cost, _ in fitting)]
    return cheapest[0] if len(cheapest) == 1 else None


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_table(case: dict[str, Any]) -> None:
    want = json.loads(case["want"]) if "want" in case else None
    assert repaired(json.loads(case["given"]), toolset(case.get("tools", PI))) == want


def test_there_are_as_many_keeps_as_repairs() -> None:
    assert len(TABLE["keeps"]) >= len(TABLE["repairs"])


def test_an_active_name_is_never_questioned() -> None:
    assert [*candidates("run", toolset(["run", "Run", "bash"]), {"command": "ls"})] == []


def test_nearest_names_what_was_meant_or_nothing() -> None:
    tools = toolset(PI)
    assert nearest("shell", tools) == ["bash"]
    assert nearest("raed_file", tools)[0] == "read"
    assert nearest("zzz", tools) == []


@pytest.mark.parametrize(
    "name",
    [
        "x",
        " ",
        "<",
        "a.",
        "bash(",
        'bash("',
        "x<arg_key>",
        "to=x ",
        "bash([",
        "a=",
        "bash(a=",
        "\\",
        "bash('\\",
    ],
)
def test_a_name_of_a_megabyte_is_read_in_a_blink(name: str) -> None:
    for whole in (name * (1_000_000 // len(name)), name + " " * 1_000_000 + "x", name + "[" * 1_000_000):
        start = time.process_time()
        assert len([*candidates(whole, toolset(PI), {})]) <= 1
        assert time.process_time() - start < 1
