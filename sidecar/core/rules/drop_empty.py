"""`{"limit": ""}` and `{"include": {}}` → `{}` where the key is optional and its type has no such value."""

from __future__ import annotations

from collections.abc import Iterator

from ..patch import remove
from ..proposal import Cost, Proposal, propose, rule
from ..state import State
from ..violation import Violation


@rule("type", "enum", "const", "pattern", "minLength", "format", "minProperties", "required")
def drop_empty(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if (value == {} or (isinstance(value, str) and not value.strip().strip("'\""))) and state.optional(
        violation.path
    ):
        yield propose(Cost.EXACT, remove(violation.path))
