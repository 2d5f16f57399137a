"""Repeats: the same failing call, a tool that fails and fails, the fourth time; and what resets them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sidecar.results.stage import Stage

TOOLS: list[dict[str, Any]] = [
    {
        "name": name,
        "active": True,
        "parameters": {"type": "object", "properties": {"id": {"type": "string"}}},
        **more,
    }
    for name, more in (
        ("mcp__s__get_item", {"annotations": {"readOnlyHint": True}}),
        ("mcp__s__list_items", {"annotations": {"readOnlyHint": True}}),
        ("mcp__s__job", {}),
        ("bash", {"source": "builtin"}),
        ("edit", {"source": "builtin"}),
        ("read", {"source": "builtin"}),
    )
]
GET = "mcp__s__get_item"
BAD = {"id": "7"}
REFUSED = (
    f'Validation failed for tool "{GET}":\n  - id: expected string, got array\n\nReceived arguments:\n{{}}'
)


@pytest.fixture
def stage() -> Stage:
    return Stage(TOOLS)


def fail(stage: Stage, times: int, tool: str = GET, arguments: Any = None, text: str = "no item") -> str:
    said = ""
    for _ in range(times):
        said = stage.see(tool, arguments or BAD, text) or ""
    return said


def test_the_same_call_twice_is_told(stage: Stage) -> None:
    assert fail(stage, 1) == ""
    assert fail(stage, 1).startswith("Same call, same error: it will fail again as it is.")


def test_another_error_of_the_same_call_is_news(stage: Stage) -> None:
    fail(stage, 1)
    assert fail(stage, 1, text="no server") == ""


def test_times_and_ids_in_an_error_are_no_news(stage: Stage) -> None:
    fail(stage, 1, text="no item (request 3f2504e04f8911d3 at 2026-01-31T10:00:00Z)")
    assert "Same call" in fail(stage, 1, text="no item (request 9a0c04e04f8911d3 at 2026-01-31T10:00:09Z)")


def test_a_passing_trouble_says_later(stage: Stage) -> None:
    assert "come back to it later" in fail(stage, 2, text="Service temporarily unavailable")


def test_three_failures_of_one_tool_name_its_relatives_and_the_user(stage: Stage) -> None:
    for number in range(2):
        assert fail(stage, 1, arguments={"id": str(number)}) == ""
    said = fail(stage, 1, arguments={"id": "2"})
    assert f"{GET} failed 3 times in this run. Keep using tools" in said
    assert "mcp__s__list_items" in said
    assert "ask the user" in said


def test_varying_invalid_calls_count_too(stage: Stage) -> None:
    for number in range(3):
        said = stage.see(GET, {"id": [number]}, REFUSED, executed=False)
    assert said and said.startswith(f"{GET} failed 3 times")


def test_three_unknown_names_are_one_row_of_failures(stage: Stage) -> None:
    for name in ("alpha", "beta", "gamma"):
        said = stage.see(name, {}, f"Tool {name} not found", executed=False)
    assert said and said.startswith("Calls of tools that are not there failed 3 times")
    assert "again" not in said.replace("against", "")


def test_the_servers_alternatives_and_its_feedback_come_with_the_cap(stage: Stage) -> None:
    meta = {
        "_meta": {
            "alternatives": [{"tool": "job", "reason": "Asks the queue"}],
            "feedback_hint": "Call fb().",
        }
    }
    said = [stage.see(GET, {"id": str(number)}, "no", details=meta) or "" for number in range(3)]
    assert "fb()" not in said[1]
    assert "such as mcp__s__job (Asks the queue)" in said[2]
    assert "From the tool: Call fb()." in said[2]


def test_the_fourth_identical_call_is_blocked_with_the_reason(stage: Stage) -> None:
    fail(stage, 2)
    assert stage.guards((GET, BAD)) == []
    fail(stage, 1)
    [guard] = stage.guards((GET, BAD), (GET, {"id": "8"}))
    assert guard["id"] == "g0"
    assert guard["reason"].startswith(f"Not run: this very call of {GET} failed 3 times")
    assert stage.see(GET, BAD, guard["reason"], call_id="g0", executed=False) is None


def test_a_success_resets(stage: Stage) -> None:
    fail(stage, 3)
    stage.worked(GET, {"id": "1"})
    assert stage.guards((GET, BAD)) == []
    assert fail(stage, 1) == ""


def test_a_new_run_resets(stage: Stage) -> None:
    fail(stage, 3)
    stage.session.start_run()
    assert stage.guards((GET, BAD)) == []
    assert fail(stage, 1) == ""


def test_tests_that_fail_again_after_an_edit_are_no_repeat(stage: Stage) -> None:
    for _ in range(5):
        assert fail(stage, 1, "bash", {"command": "npm test"}, "2 failing") == ""
        stage.worked("edit", {"path": "a.ts"})
    assert stage.guards(("bash", {"command": "npm test"})) == []


def test_reading_something_in_between_changes_nothing(stage: Stage) -> None:
    for _ in range(3):
        fail(stage, 1, "bash", {"command": "npm test"}, "2 failing")
        stage.worked("read", {"path": "a.ts"})
    assert len(stage.guards(("bash", {"command": "npm test"}))) == 1


def test_a_shell_with_many_different_failures_is_at_work(stage: Stage) -> None:
    for number in range(9):
        assert fail(stage, 1, "bash", {"command": f"test -e {number}"}, "exit code 1") == ""


def test_polling_is_never_touched(stage: Stage) -> None:
    for _ in range(9):
        assert stage.worked("mcp__s__job", {"id": "1"}, '{"state": "running"}') is None
    assert stage.guards(("mcp__s__job", {"id": "1"})) == []


def test_a_call_that_waits_by_itself_is_polling_too(stage: Stage) -> None:
    waiting = {"command": "sleep 30; gh pr checks"}
    assert fail(stage, 5, "bash", waiting, "pending") == ""
    assert stage.guards(("bash", waiting)) == []


def test_cap_0_caps_nothing() -> None:
    stage = Stage(TOOLS, retry_cap=0)
    assert fail(stage, 9) == ""
    assert stage.guards((GET, BAD)) == []


def test_another_cap(stage: Stage) -> None:
    stage = Stage(TOOLS, retry_cap=2)
    assert "failed 2 times" in fail(stage, 2)
    assert len(stage.guards((GET, BAD))) == 1


def test_once_is_once() -> None:
    stage = Stage(TOOLS, retry_cap=1)
    assert f"{GET} failed once in this run." in fail(stage, 1)
    (guard,) = stage.guards((GET, BAD))
    assert guard["reason"].startswith(f"Not run: this very call of {GET} failed once with the same error.")
