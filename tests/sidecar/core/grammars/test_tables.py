"""Every grammar's table, and the contract that every grammar keeps."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from typing import Any

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.grammars import GrammarSettings, Shown, extract, is_clean
from sidecar.core.grammars.bare import extract_bare
from sidecar.core.grammars.markers import may_leak
from sidecar.core.toolset import Toolset
from tests.places import CASES

TABLES = sorted((CASES / "grammars").glob("*.toml"))
SETTINGS = GrammarSettings(enabled=True)
PARAMETERS = {
    "view": {"file": "string", "first": "integer", "whole": "boolean"},
    "store": {"file": "string", "body": "string"},
    "shell": {"line": "string"},
    "ping": {},
    "look_up": {"search_term": "string"},
}
TOOLS = Toolset(
    Tool(name, {"type": "object", "properties": {key: {"type": kind} for key, kind in properties.items()}})
    for name, properties in PARAMETERS.items()
)


def run(text: str, tools: Toolset = TOOLS, shown: Shown | None = None) -> tuple[list[list[Any]], str]:
    found = extract([{"type": "text", "text": text}], tools, SETTINGS, shown)
    left = found.cut({call.place for call in found.calls})
    return [[call.name, call.arguments] for call in found.calls], left[0]["text"] if left else ""


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{table.stem}: {case['name']}")
        for table in TABLES
        for case in tomllib.loads(table.read_text())[kind]
    ]


@pytest.mark.parametrize("case", cases("repairs"))
def test_repairs(case: dict[str, Any]) -> None:
    calls, text = run(case["given"])
    assert calls == json.loads(case["calls"])
    assert text == case.get("text", "")
    assert run(text) == ([], text), "running twice is running once"


@pytest.mark.parametrize("case", cases("keeps"))
def test_keeps(case: dict[str, Any]) -> None:
    assert run(case["given"]) == ([], case["given"])


@pytest.mark.parametrize("case", cases("repairs"))
def test_contract(case: dict[str, Any]) -> None:
    given, calls = case["given"], json.loads(case["calls"])
    if "```" not in given:
        fenced = f"The markup:\n\n~~~~\n{given}\n~~~~\n"
        assert run(fenced) == ([], fenced)
    none = Toolset([Tool("other", {"type": "object"})])
    assert run(given, none) == ([], given), "an unknown tool leaves the text"
    shown = Shown()
    shown.add("Page text\n" + "\n".join("  > " + line for line in given.splitlines()))
    assert run(given, shown=shown)[0] == []
    for end in range(len(given)):
        assert all(call in calls for call in run(given[:end])[0]), given[:end]


@pytest.mark.parametrize("case", [case for case in cases("repairs") if not case.id.startswith("bare:")])
def test_the_first_scan_sees_every_leak(case: dict[str, Any]) -> None:
    assert may_leak(case["given"]) or extract_bare(case["given"], TOOLS) is not None


@pytest.mark.parametrize("case", [*cases("repairs"), *cases("keeps")])
def test_what_one_look_finds_clean_holds_nothing(case: dict[str, Any]) -> None:
    for end in range(len(case["given"]) + 1):
        content = [{"type": "text", "text": case["given"][:end]}]
        if is_clean(content, SETTINGS):
            found = extract(content, TOOLS, SETTINGS)
            assert not (found.calls or found.refused)
            assert found.cut(()) == content


@pytest.mark.parametrize(
    "text", ["I'll run `npm test` (it is quick).", "a < b > c, see <div>.", "```\nls\n```", ""]
)
def test_ordinary_text_needs_one_look(text: str) -> None:
    assert is_clean([{"type": "text", "text": text}], SETTINGS)


def test_thinking_alone_needs_more_than_a_look_where_it_is_read() -> None:
    thinking = [{"type": "thinking", "thinking": "I'll look at it."}]
    assert is_clean(thinking, SETTINGS)
    assert not is_clean(thinking, replace(SETTINGS, thinking="final"))
