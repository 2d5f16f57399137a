"""`"a"` → `["a"]` where the schema wants an array and the value is one of its items."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation


@rule("type")
def wrap_item(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if "array" not in violation.node.types or value is None or value == {} or isinstance(value, list):
        return
    if isinstance(value, str) and (
        not value.strip().strip("'\"") or value.strip()[0] in "[{" or "\n" in value.strip()
    ):
        return  # an empty item says nothing; JSON text and lines are no item
    yield propose(Cost.LIKELY, replace(violation.path, [value]))
