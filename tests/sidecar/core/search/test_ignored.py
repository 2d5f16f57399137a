"""A call is not run without the key that changes what it does."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.blocks import Tool, ToolCall
from sidecar.core.call import Broken, Mended, Settings, judge
from sidecar.core.toolset import Toolset


def schema(*required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {key: {"type": "string"} for key in required},
        "required": list(required),
    }


TOOLS = Toolset([Tool("bash", schema("command")), Tool("write", schema("path", "content"))])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("write", {"file": "a", "text": "x", "mode": "append"}),
        ("write", {"directory": "d", "filename": "b", "content": "x"}),
        ("bash", {"cmd": "rm -rf build", "workdir": "$X"}),
        ("terminal", {"command": "make", "action": "stop"}),
        ("run_shell_command", {"command": "rm -rf build", "host": "x"}),
        ("execute_command", {"command": "make", "requires_approval": True}),
    ],
)
def test_it_is_declined(name: str, arguments: dict[str, Any]) -> None:
    assert isinstance(judge(ToolCall("1", name, arguments), TOOLS, Settings()), Broken)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("bash", {"cmd": "make", "description": "Builds it"}),
        ("bash", {"cmd": "make", "explanation": "To see whether it builds"}),
        ("bash", {"cmd": "make", "toolCallId": "call_1"}),
        ("bash", {"cmd": "make", "run_in_background": False}),
    ],
)
def test_what_says_nothing_is_no_hindrance(name: str, arguments: dict[str, Any]) -> None:
    assert isinstance(judge(ToolCall("1", name, arguments), TOOLS, Settings()), Mended)
