r"""`{"code": ["a = 1", "b = 2"]}` → `{"code": "a = 1\nb = 2"}`: source given line by line."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_SOURCE_NAMES = frozenset({"code", "source", "source_code", "sourceCode"})


@rule("type")
def join_lines(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, list) or "string" not in violation.node.types or not violation.path:
        return
    if (
        violation.path[-1] in _SOURCE_NAMES
        and len(value) > 1
        and all(isinstance(line, str) for line in value)
    ):
        yield propose(Cost.KNOWN, replace(violation.path, "\n".join(value)))
