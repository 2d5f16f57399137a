"""A rule that is off does not come back through another agent's argument names, and a reason says so."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.blocks import ToolCall
from sidecar.core.call import Broken, Mended, Settings, judge
from sidecar.session.past.builtin import builtin_toolset

TOOLS = builtin_toolset()
BASH = {"name": "Bash", "arguments": {"cmd": "ls"}}
EDIT = {"name": "Edit", "arguments": {"file_path": "a", "old_string": "x", "new_string": "y"}}
MULTI = {"name": "MultiEdit", "arguments": {"path": "a", "edits": [{"old_string": "x", "new_string": "y"}]}}
LINES = {"name": "view_file", "arguments": {"path": "a", "start_line": 3, "end_line": 4}}
TIMED = {"name": "Bash", "arguments": {"command": "ls", "timeout": 30000}}
ARGV = {"name": "run_shell_command", "arguments": {"cmd": ["ls", "-la"]}}
WRAPPED = {"name": "Read", "arguments": {"params": {"path": "a"}}}
INSIDE = {"name": "use_tool", "arguments": {"tool": "Bash", "args": {"cmd": "ls"}}}
TEXT = {"name": "Bash", "arguments": {}, "raw": "{'cmd': 'ls'}"}
# the call, the rules that its map stands for, and the tool it becomes
MAPPED: list[tuple[dict[str, Any], list[str], str]] = [
    (BASH, ["rename-key"], "bash"),
    (EDIT, ["rename-key", "nest-flat"], "edit"),
    (MULTI, ["rename-key"], "edit"),
    (LINES, ["convert-line-range"], "read"),
    (TIMED, ["convert-milliseconds"], "bash"),
    (ARGV, ["rename-key"], "bash"),
    (WRAPPED, ["unwrap-arguments"], "read"),
    (INSIDE, ["rename-key"], "bash"),
    (TEXT, ["rename-key", "argument-text"], "bash"),
]
EACH = [(call, rule, tool) for call, rules, tool in MAPPED for rule in (*rules, "tool-name")]


def judged(call: dict[str, Any], settings: Settings | None = None) -> Any:
    told = ToolCall("1", call["name"], call["arguments"], call.get("raw"))
    return judge(told, TOOLS, settings or Settings())


@pytest.mark.parametrize(("call", "rules", "tool"), MAPPED)
def test_a_map_is_recorded_as_the_rules_that_do_the_same(call: Any, rules: list[str], tool: str) -> None:
    verdict = judged(call)
    assert isinstance(verdict, Mended)
    assert (verdict.name, set(verdict.rules)) == (tool, {"tool-name", *rules})


def test_renames_of_a_map_are_told() -> None:
    assert judged(EDIT).notes == ("file_path → path", "old_string → oldText", "new_string → newText")
    assert judged(TIMED).notes == ()


def test_a_map_that_changes_no_argument_is_the_name_alone() -> None:
    assert judged({"name": "Bash", "arguments": {"command": "ls", "timeout": 5}}).rules == ("tool-name",)


@pytest.mark.parametrize(("call", "rule", "tool"), EACH)
def test_off_everywhere_or_for_the_tool_nothing_does_it(call: Any, rule: str, tool: str) -> None:
    for settings in (
        Settings(rules_off=frozenset({rule})),
        Settings(rules_off_for={tool: frozenset({rule})}),
    ):
        verdict = judged(call, settings)
        assert isinstance(verdict, Broken)
        assert verdict.reason == f"switched off: {rule}"


@pytest.mark.parametrize(("call", "rule", "tool"), EACH)
def test_off_for_another_tool_it_is_done(call: Any, rule: str, tool: str) -> None:
    assert judged(call, Settings(rules_off_for={"probe": frozenset({rule})})) == judged(call)


def test_a_list_of_edits_that_holds_none_is_no_trouble() -> None:
    verdict = judged({"name": "Read", "arguments": {"files": [{"path": "a", "edits": ["x"]}]}})
    assert verdict == Broken("'Read' may mean read: read knows no edits")


def test_the_name_is_mended_while_no_argument_is_to_be_renamed() -> None:
    off = Settings(rules_off=frozenset({"rename-key"}))
    assert judged({"name": "Bash", "arguments": {"command": "ls"}}, off).rules == ("tool-name",)


def test_what_no_rule_repairs_keeps_its_own_reason() -> None:
    off = Settings(rules_off=frozenset({"rename-key"}))
    missing = {"name": "write", "arguments": {"filename": "a"}}
    assert judged(missing, off).reason == judged(missing).reason == "required path is in no argument"
    assert judged({"name": "zzz", "arguments": {}}, off).reason == "no active tool is called 'zzz'"


def test_the_reason_names_the_rule_that_would_have_repaired_it() -> None:
    call = {"name": "write", "arguments": {"filename": "a", "content": "b"}}
    assert judged(call, Settings(rules_off=frozenset({"rename-key"}))).reason == "switched off: rename-key"
    assert isinstance(judged(call, Settings(rules_off=frozenset({"rename-typo"}))), Mended)
