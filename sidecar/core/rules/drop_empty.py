"""`{"limit": ""}` and `{"include": {}}` → `{}` where the key is optional and its type has no such value."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import remove
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation


@rule("type", "enum", "const", "pattern", "minLength", "format", "minProperties", "required")
def drop_empty(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if (value == {} or (isinstance(value, str) and not value.strip().strip("'\""))) and state.optional(
        violation.path
    ):
        yield propose(Cost.EXACT, remove(violation.path))
