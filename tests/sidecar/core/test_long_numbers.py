"""Numbers where text is wanted: their digits are what the model wrote, or the call does not run."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.blocks import Tool, ToolCall
from sidecar.core.call import Broken, Mended, Settings, judge
from sidecar.core.toolset import Toolset

SCHEMA = {
    "type": "object",
    "properties": {"channel_id": {"type": "string"}, "count": {"type": "integer"}},
    "required": ["channel_id"],
}


def judged(arguments: dict[str, Any] | str) -> Any:
    raw = arguments if isinstance(arguments, str) else None
    call = ToolCall("1", "post", {} if isinstance(arguments, str) else arguments, raw)
    return judge(call, Toolset([Tool("post", SCHEMA)]), Settings())


@pytest.mark.parametrize("number", [123456789012345680, 2**53, -(2**53), 1e21])
def test_an_id_that_lost_its_last_digits_does_not_run(number: float) -> None:
    verdict = judged({"channel_id": number})
    assert isinstance(verdict, Broken)
    assert verdict.guard is not None
    assert "as text" in verdict.guard


def test_an_id_as_text_does_not_become_another_number() -> None:
    verdict = judged({"channel_id": "c", "count": "9007199254740993"})
    assert isinstance(verdict, Broken)
    assert verdict.guard is not None


@pytest.mark.parametrize(("number", "text"), [(2**53 - 1, "9007199254740991"), (94016, "94016"), (-5, "-5")])
def test_a_number_that_is_exact_becomes_its_text(number: int, text: str) -> None:
    verdict = judged({"channel_id": number})
    assert isinstance(verdict, Mended)
    assert verdict.arguments == {"channel_id": text}


@pytest.mark.parametrize(
    "said", ["+4912345", "1.10", "1e3", ".5", "94016", "-5", "02134", "1754123456789012345"]
)
def test_a_number_in_malformed_text_keeps_its_spelling(said: str) -> None:
    verdict = judged(f"{{'channel_id': {said}}}")
    assert isinstance(verdict, Mended)
    assert verdict.arguments == {"channel_id": said}


@pytest.mark.parametrize("said", ["02134", "9007199254740993", "1754123456789012345"])
def test_a_number_in_malformed_text_that_is_no_exact_number_does_not_run_as_one(said: str) -> None:
    assert isinstance(judged(f"{{'channel_id': 'c', 'count': {said}}}"), Broken)


def test_digits_that_may_be_cut_off_are_not_taken() -> None:
    assert isinstance(judged('{"channel_id": 021'), Broken)
