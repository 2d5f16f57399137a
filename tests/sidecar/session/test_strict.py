"""Whose tools are marked strict, when that ends, and when the person is told that it may help."""

from __future__ import annotations

import pytest

from sidecar.session.host import SessionFacts
from sidecar.session.strict import SLIPS, StrictTools
from sidecar.settings.config import Config, StrictConfig

ON = Config(strict=StrictConfig(models=("qwen",)))
OWN = "http://localhost:8000/v1"
REFUSAL = '400: {"message":"Invalid grammar specification"}'


def strict() -> StrictTools:
    return StrictTools(SessionFacts(model="qwen-3", base_url=OWN))


def test_the_models_that_the_setting_names() -> None:
    assert strict().marks(ON, "Qwen-3", OWN)
    assert not strict().marks(ON, "kimi", OWN)
    assert not strict().marks(Config(), "qwen-3", OWN)


def test_never_at_a_vendor_or_where_nothing_is_changed() -> None:
    assert not strict().marks(ON, "qwen-3", "https://api.openai.com/v1")
    assert not strict().marks(Config(strict=ON.strict, mode="observe"), "qwen-3", OWN)
    assert not strict().marks(Config(strict=ON.strict, enabled=False), "qwen-3", OWN)


@pytest.mark.parametrize(
    "error",
    [REFUSAL, "422 status code (no body)", "500: unknown field strict", "structural tag cannot be compiled"],
)
def test_a_refusal_ends_it_for_that_model_and_is_said_once(error: str) -> None:
    tools = strict()
    tools.marks(ON, "qwen-3", OWN)
    tools.marks(ON, "qwen-2", OWN)
    said = tools.failed("qwen-3", error)
    assert said is not None
    assert error.replace("\n", " ")[:20] in said
    assert tools.failed("qwen-3", error) is None
    assert not tools.marks(ON, "qwen-3", OWN)
    assert tools.marks(ON, "qwen-2", OWN)


@pytest.mark.parametrize("error", ["401: no such key", "503: overloaded", "terminated", ""])
def test_other_errors_end_nothing(error: str) -> None:
    tools = strict()
    tools.marks(ON, "qwen-3", OWN)
    assert tools.failed("qwen-3", error) is None
    assert tools.marks(ON, "qwen-3", OWN)


def test_a_model_that_was_not_marked_is_not_blamed() -> None:
    assert strict().failed("qwen-3", REFUSAL) is None


def test_after_some_mistakes_behind_a_server_of_ones_own_the_command_is_named_once() -> None:
    tools = strict()
    said = [tools.slipped(Config()) for _ in range(SLIPS + 2)]
    assert [each is not None for each in said] == [False] * (SLIPS - 1) + [True] + [False] * 2
    assert (said[SLIPS - 1] or "").endswith("/toolrecovery strict on qwen-3")


@pytest.mark.parametrize(
    ("facts", "config"),
    [
        (SessionFacts(model="qwen-3", base_url="https://openrouter.ai/api/v1"), Config()),
        (SessionFacts(model="qwen-3"), Config()),
        (SessionFacts(model="qwen-3", base_url=OWN), ON),
        (SessionFacts(model="qwen-3", base_url=OWN, strict_mode=True), Config()),
        (SessionFacts(model="qwen-3", base_url=OWN, strict_refused={"qwen-3"}), Config()),
    ],
    ids=["hosted", "unknown", "on already", "pi does it", "refused"],
)
def test_where_it_cannot_help_nothing_is_said(facts: SessionFacts, config: Config) -> None:
    tools = StrictTools(facts)
    assert [tools.slipped(config) for _ in range(SLIPS + 1)] == [None] * (SLIPS + 1)
