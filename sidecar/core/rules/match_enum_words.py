"""`"business class"` → `"Business"` for `class`: the one constant left when the argument's own words go."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import plain, singular, words
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_SAYS_NOTHING = frozenset(
    ["type", "mode", "level", "kind", "option", "unit", "format", "class", "the", "a", "an"]
)


@rule("enum", "const")
def match_enum_words(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, str) or not violation.path:
        return
    idle = _SAYS_NOTHING | {singular(word) for word in words(str(violation.path[-1]))}
    bare = "".join(word for word in words(value) if singular(word) not in idle)
    same = [c for c in violation.node.enum if isinstance(c, str) and bare and plain(c) == bare]
    if len(same) == 1 and bare != plain(value):
        yield propose(Cost.LIKELY, replace(violation.path, same[0]))
