"""`["a"]` → `"a"` where the schema wants no array and the list has one item."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation


@rule("type", "enum", "const")
def unwrap_item(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if isinstance(value, list) and len(value) == 1 and "array" not in violation.node.types:
        yield propose(Cost.KNOWN if not violation.path else Cost.LIKELY, replace(violation.path, value[0]))
