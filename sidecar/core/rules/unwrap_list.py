"""`{"edits": [[{…}, {…}]]}` → `{"edits": [{…}, {…}]}`: the list one level too deep, or as text in itself."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import parse_container


@rule("type")
def unwrap_list(violation: Violation, state: State) -> Iterator[Proposal]:
    inner, path = violation.instance, violation.path
    if not path or path[-1] != 0 or "array" in violation.node.types or len(state.value(path[:-1])) != 1:
        return
    if isinstance(inner, str) and not violation.node.types & {"string", "array"}:
        inner = parse_container(inner)
    if isinstance(inner, list) and len(inner) > 1:
        yield propose(Cost.KNOWN, replace(path[:-1], inner))
