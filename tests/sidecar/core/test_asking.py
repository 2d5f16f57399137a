"""Which tools a recovery model is shown."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.asking import question
from sidecar.core.blocks import Tool, ToolCall
from sidecar.core.toolset import Toolset


def tool(name: str, *keys: str, effect: Any = "write", active: bool = True) -> Tool:
    return Tool(name, {"properties": {key: {} for key in keys}}, effect=effect, active=active)


FEW = [tool("write", "path", "content"), tool("read", "path", effect="read"), tool("bash", "command")]
MANY = [*FEW, *(tool(f"server_{index}", "id", "title", effect="read") for index in range(50))]


@pytest.mark.parametrize(
    ("name", "arguments", "tools", "shown"),
    [
        pytest.param("write", {"x": 1}, MANY, ["write"], id="the named tool alone"),
        pytest.param("Write", {"x": 1}, MANY, ["write"], id="its name in another spelling"),
        pytest.param("write_to_file", {"x": 1}, MANY, ["write"], id="another agent's name of it"),
        pytest.param("write_down", {"x": 1}, MANY, None, id="a writing tool of a name like it"),
        pytest.param("reads", {"x": 1}, MANY, ["read"], id="a reading tool of a name like it"),
        pytest.param("explain", {"command": "ls"}, MANY, None, id="a writing tool of the same keys"),
        pytest.param("put", {"path": 1, "content": 2}, MANY, ["read"], id="a reading tool of the same keys"),
        pytest.param("zzz", {"q": 1}, FEW, ["read"], id="few tools: what only reads"),
        pytest.param("zzz", {"q": 1}, MANY, None, id="many tools and nothing in common: nobody is asked"),
        pytest.param("zzz", {"q": 1}, [tool("w", "p")], None, id="no writing tool without a reason"),
        pytest.param("put", {"path": 1}, [tool("write", "path", active=False)], None, id="inactive"),
        pytest.param("zzz", {"q": 1}, [Tool("any", True)], None, id="a schema without keys"),
    ],
)
def test_the_tools_shown(name: str, arguments: Any, tools: list[Tool], shown: list[str] | None) -> None:
    asked = question(ToolCall("c", name, arguments), "wrong", Toolset(tools), {"bash": {"command": "ls"}})
    assert (None if asked is None else [each.name for each in asked.tools]) == shown
    assert asked is None or asked.examples == {
        each.name: {"command": "ls"} for each in asked.tools if each.name == "bash"
    }
