"""`"In Progress"` → `"in_progress"`: the one constant that is the same but for case, separators or quotes."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ..patch import replace
from ..proposal import Cost, Proposal, propose, rule
from ..schema import State, Violation
from ..words import plain


@rule("enum", "const", "type")
def match_enum(violation: Violation, state: State) -> Iterator[Proposal]:
    value, constants = violation.instance, violation.node.enum
    if not constants or isinstance(value, (dict, list)) or value is None:
        return
    text = value if isinstance(value, str) else json.dumps(value)
    trimmed = text.strip().strip("'\"`.,").strip()
    exact = [constant for constant in constants if trimmed and str(constant) == trimmed]
    same = exact or [
        constant for constant in constants if plain(str(constant)) == plain(text) and plain(text)
    ]
    if len(same) == 1:
        yield propose(Cost.EXACT, replace(violation.path, same[0]))
