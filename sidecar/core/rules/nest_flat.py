"""`{"oldText": "a", "newText": "b"}` → `{"edits": [{…}]}`: members of a missing object or only item."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.likeness import Likeness, likeness
from sidecar.core.names.pairs import GIVEN, pair_in
from sidecar.core.patch import add, move
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import KEYS_COMPARED, surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation

_SURE = (Likeness.SPELLING, Likeness.ALIAS)


@rule("required", "undeclared", "additionalProperties")
def nest_flat(violation: Violation, state: State) -> Iterator[Proposal]:
    holder = violation.instance
    if not isinstance(holder, dict):
        return
    node = state.contract.settle(violation.node, holder)
    surplus = surplus_keys(violation, state)
    if len(surplus) > KEYS_COMPARED:
        return
    targets = (
        [violation.name]
        if violation.keyword == "required"
        else [n for n in node.properties if n not in holder]
    )
    for name in targets:
        below = node.properties.get(name)
        if below is None or name in holder:
            continue
        in_list = "array" in below.types and below.items is not None
        inner = below.items if in_list else below
        if inner is None or not inner.properties:
            continue
        members = [key for key in surplus if _belongs(key, inner, node, state.tool)]
        pair = pair_in(surplus, GIVEN)
        if pair is not None and pair_in(inner.properties) is not None and pair_in(node.properties) is None:
            members = [*members, *(key for key in pair if key not in members)]
        if _said_twice(members, inner, state.tool):
            continue
        if not members or (violation.keyword != "required" and violation.name not in members):
            continue
        place = (*violation.path, name)
        start = add(place, [{}] if in_list else {})
        target = (*place, 0) if in_list else place
        moves = [move((*violation.path, key), (*target, key)) for key in members]
        yield propose(Cost.KNOWN, start, *moves)


def _said_twice(members: list[str], inner: Node, tool: str) -> bool:
    """Whether two of the members mean the same argument: which of them counts is a guess."""
    return any(sum(likeness(key, name, tool) in _SURE for key in members) > 1 for name in inner.properties)


def _belongs(key: str, inner: Node, outer: Node, tool: str) -> bool:
    """Whether `key` names a member of `inner` and nothing that `outer` declares."""
    if not any(likeness(key, name, tool) in _SURE for name in inner.properties):
        return False
    return not any(likeness(key, name, tool) in _SURE for name in outer.properties)
