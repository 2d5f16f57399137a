"""`{"path": {"path": "a", "limit": 5}}` → `{"path": "a", "limit": 5}`: all arguments under one of them."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import parse_container


@rule("type", "required", "undeclared", "additionalProperties")
def unwrap_first(violation: Violation, state: State) -> Iterator[Proposal]:
    root = state.arguments
    if not isinstance(root, dict) or len(root) != 1:
        return
    name, inner = next(iter(root.items()))
    if isinstance(inner, str) and inner.lstrip()[:1] == "{":
        inner = parse_container(inner)
    declared = state.contract.root.properties
    if name in declared and isinstance(inner, dict) and name in inner:
        yield propose(Cost.KNOWN, replace((), inner))
