"""`{"start_line": 10, "end_line": 30}` → `{"offset": 10, "limit": 21}` where a tool counts lines that way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.names.words import plain
from sidecar.core.patch import add, remove
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

# The description says that it counts from 0. Models count lines from 1.
_FROM_ZERO = re.compile(
    r"\b(?:0|zero)[- ]?(?:based|index)|\b(?:starting|starts?|counted|from) (?:at |from )?(?:0|zero)\b", re.I
)
_FIRST = frozenset({"startline", "linestart", "fromline", "start", "firstline", "beginline", "startlineno"})
_LAST = frozenset({"endline", "lineend", "toline", "end", "lastline", "stopline", "endlineno"})


@rule("undeclared", "additionalProperties")
def convert_line_range(violation: Violation, state: State) -> Iterator[Proposal]:
    holder = violation.instance
    if not isinstance(holder, dict):
        return
    node = state.contract.settle(violation.node, holder)
    if not {"offset", "limit"} <= node.properties.keys() or {"offset", "limit"} & holder.keys():
        return
    if state.tool != "read" and "line" not in node.properties["offset"].description.lower():
        return  # an offset in bytes or rows is another thing
    if _FROM_ZERO.search(node.properties["offset"].description[:400]):
        return
    surplus = surplus_keys(violation, state)
    first = [key for key in surplus if plain(key) in _FIRST]
    last = [key for key in surplus if plain(key) in _LAST]
    if len(first) != 1 or len(last) != 1:
        return
    start, end = holder[first[0]], holder[last[0]]
    if type(start) is int and type(end) is int and 1 <= start <= end:
        at = violation.path
        yield propose(
            Cost.EXACT,
            remove((*at, first[0])),
            remove((*at, last[0])),
            add((*at, "offset"), start),
            add((*at, "limit"), end - start + 1),
        )
