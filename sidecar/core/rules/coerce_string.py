"""`94016` → `"94016"`, `true` → `"true"` where the schema wants a string."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.spelling import spelling_of
from sidecar.core.values import EXACT_BELOW


@rule("type", "enum", "const")
def coerce_string(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, (bool, int, float)) or "string" not in violation.node.types:
        return
    text = spelling_of(value)
    if text is None and abs(value) < EXACT_BELOW:  # a longer id has lost digits; neither is Infinity or NaN
        text = json.dumps(value)
    if text is not None and state.accepts(violation.node, text):
        yield propose(Cost.EXACT, replace(violation.path, text))
