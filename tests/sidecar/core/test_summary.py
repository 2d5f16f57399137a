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
        ("parse-json-text", (replace(("edits",), []),), "edits: parse-json-text"),
        ("unwrap-arguments", (replace((), {}),), "arguments: unwrap-arguments"),
    ],
)
def test_a_step(rule: str, edits: tuple[Edit, ...], said: str) -> None:
    assert summarise("t", "t", [Proposal(edits, Cost.EXACT, rule)]) == f"t: {said}"


def test_another_tool_and_notes_come_first_and_many_steps_are_counted() -> None:
    steps = [Proposal((remove((name,)),), Cost.EXACT, "drop-null") for name in "abcd"]
    assert (
        summarise("Bash", "bash", steps, ["text read"])
        == "bash: Bash → bash, text read, a dropped and 3 more"
    )
