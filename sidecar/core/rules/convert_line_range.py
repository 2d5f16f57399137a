"""`{"start_line": 10, "end_line": 30}`, `{"offset": "10, 30"}` → `{"offset": 10, "limit": 21}` in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.names.words import plain
from sidecar.core.patch import add, remove, replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation

# The description says that it counts from 0. Models count lines from 1.
_FROM_ZERO = re.compile(
    r"\b(?:0|zero)[- ]?(?:based|index)|\b(?:starting|starts?|counted|from) (?:at |from )?(?:0|zero)\b", re.I
)
_FIRST = frozenset({"startline", "linestart", "fromline", "start", "firstline", "beginline", "startlineno"})
_LAST = frozenset({"endline", "lineend", "toline", "end", "lastline", "stopline", "endlineno"})


_TWO = re.compile(r"\[?\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\]?")


@rule("undeclared", "additionalProperties", "type")
def convert_line_range(violation: Violation, state: State) -> Iterator[Proposal]:
    """Both lines count: the last one is read too."""
    if violation.keyword == "type":
        if violation.path and violation.path[-1] == "offset":
            yield from _from_one(violation, state)
        return
    holder = violation.instance
    if not isinstance(holder, dict):
        return
    node = state.contract.settle(violation.node, holder)
    if not _counts_lines(node, state.tool) or {"offset", "limit"} & holder.keys():
        return
    surplus = surplus_keys(violation, state)
    first = [key for key in surplus if plain(key) in _FIRST]
    last = [key for key in surplus if plain(key) in _LAST]
    if len(first) != 1 or len(last) != 1:
        return
    start, end, at = holder[first[0]], holder[last[0]], violation.path
    if _is_range(start, end):
        removed = (remove((*at, first[0])), remove((*at, last[0])))
        yield propose(Cost.EXACT, *removed, add((*at, "offset"), start), add((*at, "limit"), end - start + 1))


def _from_one(violation: Violation, state: State) -> Iterator[Proposal]:
    """A list of first and last line, or its text, in the place of the first."""
    said, at = violation.instance, violation.path[:-1]
    if isinstance(said, str) and (two := _TWO.fullmatch(said.strip())) is not None:
        said = [int(two[1]), int(two[2])]
    holder, parent = state.value(at), state.node(at)
    if not isinstance(said, list) or len(said) != 2 or not _is_range(*said) or parent is None:
        return
    if holder.get("limit") is None and _counts_lines(state.contract.settle(parent, holder), state.tool):
        yield propose(
            Cost.EXACT,
            replace(violation.path, said[0]),
            add((*at, "limit"), said[1] - said[0] + 1),
        )


def _is_range(start: object, end: object) -> bool:
    return type(start) is int and type(end) is int and 1 <= start <= end


def _counts_lines(node: Node, tool: str) -> bool:
    """Whether offset and limit count lines from 1, not bytes or rows."""
    if not {"offset", "limit"} <= node.properties.keys():
        return False
    description = node.properties["offset"].description
    return (tool == "read" or "line" in description.lower()) and _FROM_ZERO.search(description[:400]) is None
