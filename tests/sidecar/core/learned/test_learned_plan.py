"""Where what was learned stands in the plan of a message."""

from __future__ import annotations

from typing import Any

from sidecar.core.blocks import Answer, ToolCall
from sidecar.core.learned import Shape, derive
from sidecar.core.message import plan
from tests.sidecar.recovery.toolbox import TOOLSET

BEFORE = ToolCall("c", "write", {"alpha": "a", "beta": "b"})
AFTER = Answer("write", {"path": "a", "content": "b"})
NONE = iter(())  # no call is made here


def message(arguments: Any) -> Any:
    block = {"type": "toolCall", "id": "call_1", "name": "write", "arguments": arguments}
    return {"role": "assistant", "stopReason": "toolUse", "content": [block]}


def test_the_plan_applies_what_was_learned_after_the_rules_and_before_a_question() -> None:
    shape = derive(BEFORE, AFTER, TOOLSET)
    asked: list[str] = []

    def lookup(name: str) -> Shape | None:
        asked.append(name)
        return shape

    errors = {"call_1": "path is missing"}
    planned = plan(message({"alpha": "x", "beta": "y"}), TOOLSET, host_errors=errors, ids=NONE, lookup=lookup)
    assert [record.stage for record in planned.outcome.repairs] == ["learned"]
    assert planned.outcome.repairs[0].summary == "write: alpha → path, beta → content (learned)"
    assert planned.learned == {"call_1": asked[0]}
    assert planned.questions == ()
    ruled = plan(
        message({"filename": "x", "content": "y"}), TOOLSET, host_errors=errors, ids=NONE, lookup=lookup
    )
    assert [record.stage for record in ruled.outcome.repairs] == ["rules"]
    assert len(asked) == 1


def test_the_plan_does_without_where_the_stage_is_off_or_pi_takes_the_call() -> None:
    shape = derive(BEFORE, AFTER, TOOLSET)
    broken = message({"alpha": "x", "beta": "y"})
    off = plan(
        broken,
        TOOLSET,
        host_errors={},
        ids=NONE,
        lookup=lambda _: shape,
        stages=frozenset({"rules", "recovery"}),
    )
    assert len(off.questions) == 1
    taken = plan(broken, TOOLSET, host_errors={"call_1": None}, ids=NONE, lookup=lambda _: shape)
    assert taken.outcome.message is None
