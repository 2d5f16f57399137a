"""`"42"` → `42`, `"1,000"` → `1000`, `"5.0"` → `5` where the schema wants a number and the text is one."""

from __future__ import annotations

from collections.abc import Iterator

from ..literals import exact_number
from ..patch import replace
from ..proposal import Cost, Proposal, propose, rule
from ..state import State
from ..violation import Violation


@rule("type", "enum", "const")
def coerce_number(violation: Violation, state: State) -> Iterator[Proposal]:
    text = violation.instance
    if not isinstance(text, str):
        return
    number = exact_number(text.strip(), whole="number" not in violation.node.types)
    if number is not None and state.accepts(violation.node, number):
        yield propose(Cost.EXACT, replace(violation.path, number))
