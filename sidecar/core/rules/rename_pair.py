"""`{"search": "a", "replace": "b"}` → `{"oldText": "a", "newText": "b"}`: another pair for old and new."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.pairs import GIVEN, pair_in
from sidecar.core.patch import move
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation


@rule("required", "undeclared", "additionalProperties")
def rename_pair(violation: Violation, state: State) -> Iterator[Proposal]:
    holder = violation.instance
    if not isinstance(holder, dict):
        return
    node = state.contract.settle(violation.node, holder)
    given, wanted = pair_in(surplus_keys(violation, state), GIVEN), pair_in(node.properties)
    if given is None or wanted is None or violation.name not in (*given, *wanted):
        return
    if not any(name in holder for name in wanted):
        at = violation.path
        moves = [move((*at, key), (*at, name)) for key, name in zip(given, wanted, strict=True)]
        yield propose(Cost.KNOWN, *moves)
