"""Every reply in the tables through the judge: refused, or accepted as exactly `want`."""

from __future__ import annotations

import copy
import json
import tomllib
from typing import Any

import pytest

from sidecar.core.blocks import Answer
from sidecar.recovery.judge.answer import Judge, Refusal
from sidecar.recovery.prompt.question import build
from tests.places import CASES
from tests.sidecar.recovery.toolbox import TOOLSET, question

TABLES = CASES / "recovery"
REFUSED = tomllib.loads((TABLES / "refused.toml").read_text("utf-8"))["cases"]
ACCEPTED = tomllib.loads((TABLES / "accepted.toml").read_text("utf-8"))["cases"]
judge = Judge(TOOLSET)


def judged(case: dict[str, Any]) -> Answer | Refusal:
    asked = question(json.loads(case["call"]))
    before = copy.deepcopy(asked.call)
    outcome = judge(asked, build(asked).references, case["reply"])
    assert asked.call == before
    return outcome


@pytest.mark.parametrize("case", REFUSED, ids=[case["name"] for case in REFUSED])
def test_refused(case: dict[str, Any]) -> None:
    outcome = judged(case)
    assert isinstance(outcome, Refusal), outcome
    assert outcome.reason
    assert "\n" not in outcome.reason
    assert outcome.reason == case.get("reason", outcome.reason)


@pytest.mark.parametrize("case", ACCEPTED, ids=[case["name"] for case in ACCEPTED])
def test_accepted(case: dict[str, Any]) -> None:
    outcome = judged(case)
    assert isinstance(outcome, Answer), outcome
    assert outcome.arguments == json.loads(case["want"], strict=False)
