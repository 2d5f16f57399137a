"""`"42"` → `42`, `"1,000"` → `1000`, `"5.0"` → `5` where the schema wants a number and the text is one."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import exact_number


@rule("type", "enum", "const")
def coerce_number(violation: Violation, state: State) -> Iterator[Proposal]:
    text = violation.instance
    if not isinstance(text, str):
        return
    number = exact_number(text.strip(), whole="number" not in violation.node.types)
    if number is not None and state.accepts(violation.node, number):
        yield propose(Cost.EXACT, replace(violation.path, number))
