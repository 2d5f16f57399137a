"""What a session keeps of its calls in memory."""

from __future__ import annotations

from sidecar.core.blocks import Declined, JsonObject, Outcome, RepairRecord
from sidecar.session.call_values import CALLS_KEPT, LONGEST, KeptValues


def repaired(call_id: str, text: str) -> Outcome:
    before = {"name": "write", "arguments": {"filename": text}}
    after = {"name": "write", "arguments": {"path": text}}
    return Outcome(repairs=(RepairRecord(call_id, "write", "rules", ("rename-key",), before, after, "s"),))


NOTHING: JsonObject = {"content": []}


def test_a_repaired_and_a_declined_call() -> None:
    kept = KeptValues()
    kept.add(NOTHING, repaired("c1", "a.txt"))
    call = {"type": "toolCall", "id": "c2", "arguments": {"x": 1}}
    kept.add({"content": [call]}, Outcome(declined=(Declined("c2", "read", "no tool is named raed"),)))
    assert (kept["c1"].before, kept["c1"].after) == ({"filename": "a.txt"}, {"path": "a.txt"})
    assert (kept["c2"].before, kept["c2"].reason) == ({"x": 1}, "no tool is named raed")


def test_the_oldest_give_way_and_a_long_one_is_not_kept() -> None:
    kept = KeptValues()
    for number in range(CALLS_KEPT + 1):
        kept.add(NOTHING, repaired(f"c{number}", "a"))
    kept.add(NOTHING, repaired("long", "a" * LONGEST))
    assert len(kept) == CALLS_KEPT
    assert "c0" not in kept
    assert "long" not in kept
