"""`"1, 2"` → `["1", "2"]` where the schema wants an array whose items refuse the joined text."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation


@rule("type")
def split_list(violation: Violation, state: State) -> Iterator[Proposal]:
    text, items = violation.instance, violation.node.items
    if not isinstance(text, str) or items is None or "array" not in violation.node.types:
        return
    if items.types & {"array", "object"} or state.accepts(items, text):
        return
    if "string" in items.types and not items.enum and ("/" in text or "\\" in text):
        return  # a comma or a semicolon may be part of a path's name
    for separator in ("\n", ",", ";", "|"):
        parts = [part.strip().strip("'\"") for part in text.strip().strip("[]()").split(separator)]
        if len(parts) > 1 and all(parts):
            yield propose(Cost.LIKELY, replace(violation.path, parts))
            return
