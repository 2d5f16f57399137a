"""A call that was shown is known by what it means, whatever its names and keys were there."""

from __future__ import annotations

import json
import tomllib
from itertools import count
from typing import Any

import pytest

from sidecar.core.grammars import GrammarSettings, Shown
from sidecar.core.message import Settings, plan
from tests.places import CASES
from tests.sidecar.core.test_leaked_calls import TOOLS

TABLE = tomllib.loads((CASES / "shown_meaning.toml").read_text("utf-8"))
SETTINGS = Settings(grammar=GrammarSettings(enabled=True))


def runs(case: dict[str, Any], shown: Shown) -> bool:
    name, arguments = case["call"].split(" ", 1)
    said = f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'
    message = {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": said}]}
    ids = (f"made{number}" for number in count())
    outcome = plan(message, TOOLS, host_errors={}, ids=ids, settings=SETTINGS, shown=shown).outcome
    assert outcome.guards == ()
    return outcome.message is not None


def given(case: dict[str, Any]) -> Shown:
    shown = Shown()
    filler = case.get("filler", "")
    shown.add("Before.")
    shown.add(case["text"].replace(filler, "Some words of explanation. " * 60) if filler else case["text"])
    shown.add("After.")
    return shown


@pytest.mark.parametrize("case", TABLE["shown"], ids=lambda case: case["name"])
def test_it_stands_there(case: dict[str, Any]) -> None:
    assert runs(case, Shown())
    assert not runs(case, given(case))


@pytest.mark.parametrize("case", TABLE["other"], ids=lambda case: case["name"])
def test_another_one_stands_there(case: dict[str, Any]) -> None:
    assert runs(case, given(case))


def test_what_the_person_allowed_runs() -> None:
    case = TABLE["shown"][0]
    shown = given(case)
    shown.allow("bash", json.loads(case["call"].split(" ", 1)[1]))
    assert runs(case, shown)
