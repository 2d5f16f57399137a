"""The last calls of this session with their values, for `why` and `log`. They are never written down."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sidecar.core.blocks import JsonObject, Outcome

CALLS_KEPT = 100
LONGEST = 20_000  # characters of the texts of one call; a longer one is not kept


@dataclass(frozen=True, slots=True)
class CallValues:
    """`after`: None for a call that was not repaired."""

    before: Any
    after: Any = None
    summary: str = ""
    reason: str = ""


class KeptValues(OrderedDict[str, CallValues]):
    """By call id."""

    def add(self, message: JsonObject, outcome: Outcome) -> None:
        sent = {
            str(block.get("id")): block.get("arguments")
            for block in message["content"]
            if block.get("type") == "toolCall"
        }
        for record in outcome.repairs:
            before, after = record.before["arguments"], record.after["arguments"]
            self._keep(record.id, CallValues(before, after, record.summary))
        reasons = [(each.id, each.reason) for each in outcome.declined]
        reasons += [(each.id, each.reason) for each in outcome.guards]
        for call_id, reason in reasons:
            self._keep(call_id, CallValues(sent.get(call_id), reason=reason))
        while len(self) > CALLS_KEPT:
            self.popitem(last=False)

    def _keep(self, call_id: str, values: CallValues) -> None:
        if sum(map(len, _texts([values.before, values.after]))) <= LONGEST:
            self[call_id] = values


def _texts(value: Any) -> Iterator[str]:
    pending = [value]
    while pending:
        here = pending.pop()
        if isinstance(here, str):
            yield here
        elif isinstance(here, (dict, list)):
            pending.extend(here.values() if isinstance(here, dict) else here)
