"""`{"0": "a", "1": "b"}` → `["a", "b"]` where the schema wants an array."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation


@rule("type")
def unwrap_index_object(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, dict) or not value or "array" not in violation.node.types:
        return
    if list(value) == [str(index) for index in range(len(value))]:
        yield propose(Cost.KNOWN, replace(violation.path, list(value.values())))
    elif len(value) == 1:
        key, inner = next(iter(value.items()))
        if key in ("item", "items", "values", "array", "list", "value") and isinstance(inner, list):
            yield propose(Cost.KNOWN, replace(violation.path, inner))
