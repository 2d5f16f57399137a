"""`"a"` → `["a"]` where the schema wants an array and the value is one of its items."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_SEPARATORS = frozenset("\n,;|")


@rule("type")
def wrap_item(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if "array" not in violation.node.types or value is None or value == {} or isinstance(value, list):
        return
    if isinstance(value, str) and (
        not value.strip().strip("'\"") or value.strip()[0] in "[{" or set(value.strip()) & _SEPARATORS
    ):
        return  # an empty item says nothing; JSON text is no item; `a, b` may be one or two
    yield propose(Cost.LIKELY, replace(violation.path, [value]))
