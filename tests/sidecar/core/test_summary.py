"""What a repair did, in a few words."""

from __future__ import annotations

import pytest

from sidecar.core.patch import Edit, add, move, remove, replace
from sidecar.core.proposals.proposal import Cost, Proposal
from sidecar.core.summary import summarise


@pytest.mark.parametrize(
    ("rule", "edits", "said"),
    [
        ("rename-key", (move(("filename",), ("path",)),), "filename → path"),
        ("convert-milliseconds", (remove(("timeoutMs",)), add(("timeout",), 30)), "timeoutMs → timeout"),
        ("drop-null", (remove(("limit",)),), "limit dropped"),
        ("coerce-number", (replace(("count",), 5),), 'count: "5" → 5'),
        ("join-lines", (replace(("lines",), "a\nb"),), 'lines: a list → "a\\nb"'),
        ("split-list", (replace(("name",), ["x"] * 9),), 'name: "x" → a list'),
        ("expand-paths", (replace(("body",), "y" * 90),), "body: a text → a text"),
        ("unwrap-arguments", (replace((), {}),), "arguments rearranged"),
        ("lift-nested", (move(("options", "limit"), ("limit",)),), "options.limit → limit"),
    ],
)
def test_a_step(rule: str, edits: tuple[Edit, ...], said: str) -> None:
    given = {"count": "5", "lines": ["a", "b"], "name": "x", "body": "z" * 90, "options": {"limit": 1}}
    given |= {"filename": "f", "timeoutMs": 1, "limit": None}
    assert summarise("t", "t", [Proposal(edits, Cost.EXACT, rule)], (), given) == f"t: {said}"


def test_a_later_step_is_told_from_what_the_earlier_made() -> None:
    steps = [
        Proposal((move(("max",), ("limit",)),), Cost.EXACT, "rename-key"),
        Proposal((replace(("limit",), 5),), Cost.EXACT, "coerce-number"),
    ]
    assert summarise("t", "t", steps, (), {"max": "5"}) == 't: max → limit, limit: "5" → 5'


def test_another_tool_and_notes_come_first_and_many_steps_are_counted() -> None:
    steps = [Proposal((remove((name,)),), Cost.EXACT, "drop-null") for name in "abcd"]
    assert (
        summarise("Bash", "bash", steps, ["text read"])
        == "bash: Bash → bash, text read, a dropped and 3 more"
    )
