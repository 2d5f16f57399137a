"""`{"limit": ""}` and `{"include": {}}` → `{}` where the key is optional and its type has no such value."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import words
from sidecar.core.patch import remove
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

# Tools with such a verb change what is there, and an empty value may clear it.
_CHANGES = frozenset("change edit modify patch put replace set update".split())


@rule("type", "enum", "const", "pattern", "minLength", "format", "minProperties", "required")
def drop_empty(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if _CHANGES.intersection(words(state.tool)):
        return
    if (value == {} or (isinstance(value, str) and not value.strip().strip("'\""))) and state.optional(
        violation.path
    ):
        yield propose(Cost.EXACT, remove(violation.path))
