"""`{"limit": null}` → `{}` where `limit` is optional and not nullable."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import remove
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation


@rule("type", "enum", "const")
def drop_null(violation: Violation, state: State) -> Iterator[Proposal]:
    if violation.instance is None and state.optional(violation.path):
        yield propose(Cost.EXACT, remove(violation.path))
