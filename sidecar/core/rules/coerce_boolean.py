"""`"yes"`, `"True"`, `1` → `true` where the schema wants a boolean."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_MEANS = {
    **dict.fromkeys(("true", "yes", "on", "1", "y"), True),
    **dict.fromkeys(("false", "no", "off", "0", "n"), False),
}


@rule("type")
def coerce_boolean(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if "boolean" not in violation.node.types or not isinstance(value, (str, int)):
        return
    meant = _MEANS.get(str(value).strip().strip("'\"").lower())
    if meant is not None and state.accepts(violation.node, meant):
        yield propose(Cost.EXACT, replace(violation.path, meant))
