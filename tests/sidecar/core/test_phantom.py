from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.phantom import is_phantom, says_nothing

CALL = {"type": "toolCall", "id": "1", "name": "t", "arguments": {}}
TEXT = {"type": "text", "text": "I will."}
BLANK = {"type": "text", "text": " \n"}
THINKING = {"type": "thinking", "thinking": "hm"}


def turn(*content: Any, stop: str = "toolUse") -> dict[str, Any]:
    return {"role": "assistant", "stopReason": stop, "content": list(content)}


@pytest.mark.parametrize("content", [(), (TEXT,), (THINKING, BLANK)])
def test_a_turn_that_stopped_for_tools_and_holds_none(content: Any) -> None:
    assert is_phantom(turn(*content))
    assert not is_phantom(turn(*content, stop="stop"))
    assert not is_phantom(turn(*content, CALL))


def test_only_visible_text_says_something() -> None:
    assert says_nothing(turn(THINKING, BLANK))
    assert not says_nothing(turn(THINKING, TEXT))
