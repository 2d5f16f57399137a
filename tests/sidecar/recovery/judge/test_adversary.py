"""A recovery model as adversary: no answer makes a call another one, and what is right is used."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from sidecar.core.blocks import Answer
from sidecar.core.call import Settings
from sidecar.core.learned import derive
from sidecar.recovery.judge.answer import Judge, Refusal
from sidecar.recovery.prompt.question import build
from sidecar.session.recovery_model import repair_with
from tests.places import CASES
from tests.sidecar.recovery.adversary import TOOLSET, question

TABLES = CASES / "recovery"
OTHER_TOOLS = tomllib.loads((TABLES / "other_tools.toml").read_text("utf-8"))["cases"]
WRONG_VALUES = tomllib.loads((TABLES / "wrong_values.toml").read_text("utf-8"))["cases"]
CASES_OF_BOTH = [*OTHER_TOOLS, *WRONG_VALUES]
# alone, and with the rules that mend an answer as they mend a call
JUDGES = {
    "alone": Judge(TOOLSET),
    "with the rules": Judge(TOOLSET, repair_with(TOOLSET, Settings())),
}

cases = pytest.mark.parametrize("case", CASES_OF_BOTH, ids=[case["name"] for case in CASES_OF_BOTH])


def judged(case: dict[str, Any], reply: str, judge: Judge) -> Answer | Refusal:
    asked = question(json.loads(case["call"]))
    return judge(asked, build(asked).references, reply)


@pytest.mark.parametrize("how", JUDGES)
@cases
def test_bad_answers_are_refused(case: dict[str, Any], how: str) -> None:
    for reply in case["bad"]:
        outcome = judged(case, reply, JUDGES[how])
        if isinstance(outcome, Refusal):
            assert "\n" not in outcome.reason
        else:  # the rules made of it what the call says
            assert how == "with the rules"
            assert "want" in case, (reply, outcome)
            assert outcome == Answer(json.loads(case["call"])["name"], json.loads(case["want"])), reply


@cases
def test_the_good_answer_is_used(case: dict[str, Any]) -> None:
    if "good" in case:
        outcome = judged(case, case["good"], JUDGES["with the rules"])
        assert isinstance(outcome, Answer), outcome
        assert outcome == Answer(json.loads(case["good"])["toolName"], json.loads(case["want"]))


@cases
def test_another_tool_is_never_learned(case: dict[str, Any]) -> None:
    call = question(json.loads(case["call"])).call
    for reply in [*case["bad"], *([case["good"]] if "good" in case else [])]:
        if (name := json.loads(reply[reply.find("{") : reply.rfind("}") + 1])["toolName"]) != call.name:
            assert derive(call, Answer(name, call.arguments), TOOLSET) is None


def test_the_tables_are_as_wide_as_they_say() -> None:
    assert len({(json.loads(case["call"])["name"], case["bad"][0]) for case in OTHER_TOOLS}) >= 46
    assert sum(len(case["bad"]) for case in OTHER_TOOLS) >= 89
    assert sum(len(case["bad"]) for case in WRONG_VALUES) >= 43
    assert sum("good" in case for case in CASES_OF_BOTH) >= 46 + 34
