"""What a model says around a call decides whether the call runs: a lead before it, a remark after it."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.grammars import GrammarSettings, extract
from sidecar.core.toolset import Toolset
from tests.places import CASES

TABLE = tomllib.loads((CASES / "leads.toml").read_text())
NAMED = tomllib.loads((CASES / "lead_calls.toml").read_text())
SETTINGS = GrammarSettings(enabled=True)
TOOLS = Toolset([Tool("shell", {"type": "object", "properties": {"line": {"type": "string"}}})])
CALL = '<tool_call>\n{"name": "shell", "arguments": {"line": "make"}}\n</tool_call>'
GAPS = ("\n", "\n\n")


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(text, group.get("after", False), id=f"{group['name']}: {text}")
        for group in TABLE[kind]
        for text in group["texts"]
    ]


def runs(message: str) -> bool:
    return bool(extract([{"type": "text", "text": message}], TOOLS, SETTINGS).calls)


def around(text: str, gap: str, after: bool) -> str:
    if not after:
        return f"{text}{gap}{CALL}"
    return f"{CALL}{text}" if text.startswith(" ") else f"{CALL}{gap}{text}"


@pytest.mark.parametrize(("text", "after"), cases("runs"))
def test_it_runs(text: str, after: bool) -> None:
    assert all(runs(around(text, gap, after)) for gap in GAPS)


@pytest.mark.parametrize(("text", "after"), cases("stays"))
def test_it_stays(text: str, after: bool) -> None:
    assert not any(runs(around(text, gap, after)) for gap in GAPS)


def named_cases(kind: str) -> list[Any]:
    return [
        pytest.param(group["call"], text, group.get("after", False), id=f"{group['name']}: {text}")
        for group in NAMED[kind]
        for text in group["texts"]
    ]


def named_runs(call: str, text: str, after: bool) -> bool:
    name, _, arguments = call.partition(" ")
    call = f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'
    tools = Toolset(
        [Tool(name, {"type": "object", "properties": {key: {} for key in json.loads(arguments)}})]
    )
    message = f"{call}\n{text}" if after else f"{text}\n{call}"
    return bool(extract([{"type": "text", "text": message}], tools, SETTINGS).calls)


@pytest.mark.parametrize(("call", "text", "after"), named_cases("runs"))
def test_a_lead_to_this_call_runs(call: str, text: str, after: bool) -> None:
    assert named_runs(call, text, after)


@pytest.mark.parametrize(("call", "text", "after"), named_cases("stays"))
def test_a_lead_to_something_else_stays(call: str, text: str, after: bool) -> None:
    assert not named_runs(call, text, after)


@pytest.mark.parametrize(
    ("text", "call", "made"),
    [
        ("Let me look at the log:", 'read {"path": "app.log"}', True),
        ("Let me look at the log:", 'bash {"command": "rm -rf build"}', False),
        ("I'll add this to the docs:", 'edit {"path": "docs/x.md"}', True),
        ("I'll add this to the docs:", 'bash {"command": "rm -rf docs"}', False),
        ("I'll run the command:", 'bash {"command": "make"}', True),
        ("I'll save the command:", 'bash {"command": "make"}', False),
        ("Let me look at the last instruction.", 'read {"path": "instruction.txt"}', True),
        ("The log is long. The page said no. I'll build.", 'bash {"command": "make"}', True),
    ],
)
def test_the_call_is_the_evidence(text: str, call: str, made: bool) -> None:
    assert named_runs(call, text, False) is made


def test_as_much_stays_as_runs() -> None:
    assert len(cases("stays")) >= len(cases("runs"))


def test_the_lead_of_the_next_call_may_follow() -> None:
    found = extract(
        [{"type": "text", "text": f"I'll build.\n{CALL}\nNow the second:\n{CALL}"}], TOOLS, SETTINGS
    )
    assert len(found.calls) == 2


@pytest.mark.parametrize(
    "left", ["assistant", "analysis", "count", "</think>", "<|start|>assistant<|message|>"]
)
def test_what_a_template_leaves_before_a_call_is_no_text(left: str) -> None:
    assert runs(f"{left}\n{CALL}")
    if left != "</think>":
        assert not runs(f"Wrong:\n{left}\n{CALL}")


@pytest.mark.parametrize(
    "unit", ["so ", "now, ", "the x ", "I'll ", "“", "(", ". \n", "`</`", "好的，", "Then the "]
)
def test_a_long_lead_is_prose(unit: str) -> None:
    assert not runs(unit * (1_200 // len(unit)) + f"\n{CALL}")
