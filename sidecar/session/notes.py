"""`filename` read as `path` → `note: filename was read as path`, the first times in a session.

A model that reads its slip under a result tends to stop. One that goes on is not told more than TIMES times.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from sidecar.core.blocks import RepairRecord
from sidecar.core.values import equal

TIMES = 2
CALLS_KEPT = 200  # calls whose result has not been seen
SLIPS_SHOWN = 3


class Notes:
    """One session's. Call `repaired` with a message's repairs, `under` when a call's result comes."""

    def __init__(self) -> None:
        self._made: Counter[str] = Counter()
        self._waiting: OrderedDict[str, RepairRecord] = OrderedDict()

    def repaired(self, records: Iterable[RepairRecord]) -> None:
        for record in records:
            self._waiting[record.id] = record
            while len(self._waiting) > CALLS_KEPT:
                self._waiting.popitem(last=False)

    def under(self, call_id: str) -> str | None:
        """The note for the result of that call, None where there is nothing to note."""
        record = self._waiting.pop(call_id, None)
        return self.note_for(record) if record is not None else None

    def note_for(self, record: RepairRecord) -> str | None:
        """One line about the slips in this repair that were not noted TIMES times yet; None without any."""
        new = [slip for slip in slips(record) if self._made[f"{record.tool}\0{slip}"] < TIMES]
        if not new:
            return None
        self._made.update(f"{record.tool}\0{slip}" for slip in new)
        more = f"; and {len(new) - SLIPS_SHOWN} more" if len(new) > SLIPS_SHOWN else ""
        return f"note: {'; '.join(new[:SLIPS_SHOWN])}{more}"


def slips(record: RepairRecord) -> list[str]:
    """What the model did otherwise than the tool wants, in words without values."""
    if record.stage == "grammar":
        return ["the call was written as text and was run as a tool call"]
    found = []
    called, run = record.before["name"], record.after["name"]
    if called != run:
        found.append(
            f"the tool {called!r} was read as {run}" if called else f"a call without a name was read as {run}"
        )
    if "argument-text" in record.rules:
        return [*found, "the arguments were no JSON object and were read as one"]
    before, after = record.before["arguments"], record.after["arguments"]
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return [*found, "the arguments must be an object with named fields"]
    return [*found, *_of_keys(before, after)]


def _of_keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    new = [key for key in after if key not in before]
    gone = [key for key in before if key not in after]
    found = []
    for key in gone:
        same = next((each for each in new if equal(before[key], after[each])), None)
        if same is not None:
            new.remove(same)
            found.append(f"{key} was read as {same}")
        else:
            found.append(f"{key} was left out" if not new else f"{key} was read as {', '.join(new)}")
    changed = [key for key in before if key in after and not equal(before[key], after[key])]
    return [*found, *(f"{key} must be {_kind(after[key])}" for key in changed)]


def _kind(value: Any) -> str:
    match value:
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text as the tool declares it"
        case list():
            return "a list"
        case None:
            return "null"
        case _:
            return "an object"
