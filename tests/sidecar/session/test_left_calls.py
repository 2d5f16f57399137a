"""What the person is told of a call that stays text."""

from __future__ import annotations

from sidecar.core.blocks import LeftAsText
from sidecar.session.left_calls import OFF, STRIPPED, line

GATE = "the text before it does not say that the call is made now"


def test_off_for_the_model_names_the_command_for_it() -> None:
    assert line([LeftAsText("bash", {}, "hermes", OFF)], "qwen-3") == (
        "toolrecovery: qwen-3 wrote a call of bash as text. /toolrecovery grammar on qwen-3 runs such calls."
    )


def test_a_gate_says_why() -> None:
    assert line([LeftAsText("bash", {}, "hermes", GATE)], "qwen-3") == (
        f"toolrecovery: a call of bash stayed text: {GATE}."
    )


def test_what_was_shown_can_be_allowed() -> None:
    said = line([LeftAsText("bash", {}, "hermes", "quoted", shown=True)], "qwen-3") or ""
    assert said.endswith("/toolrecovery grammar allow lets it run.")


def test_several_are_one_line() -> None:
    left = [LeftAsText("bash", {}, "hermes", GATE), LeftAsText("read", {}, "hermes", GATE)]
    assert line(left, "qwen-3") == f"toolrecovery: a call of bash stayed text, and 1 more: {GATE}."


def test_a_damaged_call_has_no_name() -> None:
    said = line([LeftAsText("", {}, "hermes", "cut off or malformed")], "")
    assert said == "toolrecovery: what looks like a tool call stayed text: cut off or malformed."


def test_a_stripped_call_is_said_to_be_gone() -> None:
    assert line([LeftAsText("bash", {}, "hermes", STRIPPED)], "qwen-3") == (
        "toolrecovery: qwen-3 wrote a call of bash as text, which was cut out."
        " /toolrecovery grammar on qwen-3 runs such calls."
    )


def test_nothing_left_nothing_said() -> None:
    assert line([], "qwen-3") is None
