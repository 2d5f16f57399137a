"""`{"limit": "None"}` → `{}` where `limit` is optional and no text; → `null` where it may be null."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import plain
from sidecar.core.patch import remove, replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

# `na` and `none` are words of their own: a country; none of them, where leaving it out may mean all.
_WORDS = frozenset({"null", "Null", "NULL", "None", "NONE", "undefined", "Undefined", "N/A", "n/a", "NaN"})


@rule("type", "enum", "const", "pattern", "format")
def drop_null_word(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, str) or value.strip() not in _WORDS:
        return
    if any(plain(str(constant)) == plain(value) for constant in violation.node.enum):
        return  # it may be that constant
    if violation.node.nullable:
        yield propose(Cost.EXACT, replace(violation.path, None))
    elif state.optional(violation.path):
        yield propose(Cost.EXACT, remove(violation.path))
