r"""`{"code": ["a = 1", "b = 2"]}` → `{"code": "a = 1\nb = 2"}`: source given line by line."""

from __future__ import annotations

from collections.abc import Iterator

from ..patch import replace
from ..proposal import Cost, Proposal, propose, rule
from ..state import State
from ..violation import Violation

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
