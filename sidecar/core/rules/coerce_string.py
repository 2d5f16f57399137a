"""`94016` → `"94016"`, `true` → `"true"` where the schema wants a string."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ..literals import EXACT_BELOW
from ..patch import replace
from ..proposal import Cost, Proposal, propose, rule
from ..state import State
from ..violation import Violation


@rule("type", "enum", "const")
def coerce_string(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, (bool, int, float)) or "string" not in violation.node.types:
        return
    if abs(value) < EXACT_BELOW:  # a longer id has lost its last digits by now; neither is Infinity or NaN
        text = json.dumps(value)
        if state.accepts(violation.node, text):
            yield propose(Cost.EXACT, replace(violation.path, text))
