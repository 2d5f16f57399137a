"""`"ascending"` → `"a"` where the description says `a: ascending`: the one constant that is explained so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_LONGEST = 40  # characters of a value; a longer one is no word for a constant
_CONSTANTS_MOST = 50
_READ = 2_000  # characters of a description
_MEANS = r"['\"`]?\s*(?::|=|->|→|\(|\bmeans\b|\bfor\b|\s[-–]\s)\s*['\"`]?"
_ENDS = r"(?=['\"`]?\s*(?:$|[,;.)|/\n]|(?:and|or)\b))"


@rule("enum", "const", "type")
def match_enum_meaning(violation: Violation, state: State) -> Iterator[Proposal]:
    value, constants = violation.instance, violation.node.enum
    description = violation.node.description[:_READ]
    if not isinstance(value, str) or not 0 < len(value.strip()) <= _LONGEST or not description:
        return
    if len(constants) > _CONSTANTS_MOST or value in constants or not value.strip()[0].isalpha():
        return
    meant = [constant for constant in constants if _is_explained(str(constant), value.strip(), description)]
    if len(meant) == 1:
        yield propose(Cost.KNOWN, replace(violation.path, meant[0]))


def _is_explained(constant: str, value: str, description: str) -> bool:
    """Whether `constant: value` or `value (constant)` stands in the description."""
    left, right = re.escape(constant), re.escape(value)
    return any(
        re.search(rf"(?<![\w-]){one}(?![\w-]){_MEANS}{other}{_ENDS}", description, re.IGNORECASE)
        for one, other in ((left, right), (right, left))
    )
