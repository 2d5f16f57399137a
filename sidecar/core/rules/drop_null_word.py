"""`{"limit": "None"}` → `{}` where `limit` is optional and no text; → `null` where it may be null."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import remove, replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_WORDS = frozenset({"null", "none", "undefined", "nil", "n/a", "na", "nan"})


@rule("type", "enum", "const", "pattern", "format")
def drop_null_word(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, str) or value.strip().lower() not in _WORDS:
        return
    if value.strip().lower() == "none" and value.strip() != "None":
        return  # a word of its own: none of them, where leaving it out may mean all
    if violation.node.nullable:
        yield propose(Cost.EXACT, replace(violation.path, None))
    elif state.optional(violation.path):
        yield propose(Cost.EXACT, remove(violation.path))
