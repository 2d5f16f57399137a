"""A program where arguments should be is never run in part; words around an object are dropped elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.message import plan
from sidecar.core.toolset import Toolset


def _schema(*names: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: {"type": "string"} for name in names},
        "required": [*names],
    }


TOOLS = Toolset(
    [
        Tool("bash", _schema("command")),
        Tool("codemode", _schema("code")),
        Tool("run", _schema("script_source", "shell")),
        Tool("write", _schema("path", "content")),
    ]
)


def repaired(name: str, raw: str) -> Any:
    error = f"Unexpected token\n\nReceived arguments:\n{raw}"
    block = {"type": "toolCall", "id": "1", "name": name, "arguments": {}, "argumentsError": error}
    message = {"role": "assistant", "stopReason": "toolUse", "content": [block]}
    outcome = plan(message, TOOLS, host_errors={"1": "Invalid arguments"}, ids=iter(())).outcome
    return outcome.message["content"][0]["arguments"] if outcome.message else None


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("bash", 'echo {"command": "rm -rf build"} > steps.json'),
        ("bash", 'echo {"command": "ls"}'),
        ("bash", """curl -d '{"command": "restart"}' http://127.0.0.1:1"""),
        ("bash", 'cat > a.json <<EOF\n{"command": "ls"}\nEOF'),
        ("Bash", 'echo {"command": "ls"}'),
        ("codemode", 'const made = {"path": "a.txt", "content": "x"};\nawait tools.write(made);'),
        ("codemode", 'tools.bash({"code": "ls"}).then(text)'),
        ("codemode", 'return {code: "x"}'),
        ("codemode", 'if (a) { code: "x" }'),
        ("bash", 'Sure! {"command": "ls"} > a.json'),
        ("bash", 'Sure! Next: echo {"command": "ls"}'),
        ("run", 'now {"script_source": "a", "shell": "b"}'),
    ],
)
def test_an_object_inside_a_program_is_not_run(name: str, raw: str) -> None:
    assert repaired(name, raw) is None


@pytest.mark.parametrize(
    ("name", "raw", "want"),
    [
        ("bash", '```json\n{"command": "ls",}\n```', {"command": "ls"}),
        ("bash", '<tool_call>{"command": "ls"}</tool_call>', {"command": "ls"}),
        ("bash", "{'command': 'ls'}", {"command": "ls"}),
        ("bash", 'Sure! {"command": "ls"}', {"command": "ls"}),
        ("bash", 'Here are the arguments:\n{"command": "ls",}', {"command": "ls"}),
        ("codemode", '"{"code": "return 1"}"', {"code": "return 1"}),
        ("write", 'I write it: {"path": "a", "content": "b"} Done.', {"path": "a", "content": "b"}),
    ],
)
def test_what_is_no_program_is_read(name: str, raw: str, want: Any) -> None:
    assert repaired(name, raw) == want
