"""Text from outside never becomes an action, however the model repeats it; a real leak beside it does."""

from __future__ import annotations

import json
import tomllib
from itertools import count
from typing import Any

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.grammars import GrammarSettings, Shown
from sidecar.core.message import Settings, plan
from sidecar.core.toolset import Toolset
from tests.places import CASES

RUNS = tomllib.loads((CASES / "injection.toml").read_text())["cases"]
SETTINGS = Settings(grammar=GrammarSettings(enabled=True))
EDIT = {"type": "object", "required": ["oldText", "newText"]}
TOOLS = Toolset(
    Tool(
        name,
        {
            "type": "object",
            "properties": {key: {"type": "string"} for key in keys} | extra,
            "required": [*keys, *extra],
        },
    )
    for name, keys, extra in (
        ("bash", ("command",), {}),
        ("write", ("path", "content"), {}),
        ("edit", ("path",), {"edits": {"type": "array", "items": EDIT}}),
    )
)
SOLE = '[["bash", {"command": "make -j4 release"}]]'


def run(blocks: list[dict[str, Any]], case: dict[str, Any]) -> list[dict[str, Any]]:
    shown = Shown()
    for text in case.get("shown", ()):
        shown.add(text)
    message = {"role": "assistant", "content": blocks, "stopReason": "stop"}
    ids = map(str, count())
    outcome = plan(message, TOOLS, host_errors={}, ids=ids, settings=SETTINGS, shown=shown).outcome
    content: list[dict[str, Any]] = (outcome.message or message)["content"]
    return content


@pytest.mark.parametrize("case", RUNS, ids=lambda case: case["name"])
def test_it_does_not_run(case: dict[str, Any]) -> None:
    said = json.loads(case["blocks"]) if "blocks" in case else [{"type": "text", "text": case["says"]}]
    assert run(said, case) == said


@pytest.mark.parametrize("case", RUNS, ids=lambda case: case["name"])
def test_its_sibling_runs(case: dict[str, Any]) -> None:
    content = run([{"type": "text", "text": case["runs"]}], case)
    calls = [[block["name"], block["arguments"]] for block in content if block["type"] == "toolCall"]
    assert calls == json.loads(case.get("calls", SOLE))


def test_there_are_enough_of_them() -> None:
    assert len(RUNS) >= 60
    assert len({case["name"] for case in RUNS}) == len(RUNS)
