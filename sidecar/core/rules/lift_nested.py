"""`{"guest": {"name": "a", "nights": 3}}` → `{"guest": {"name": "a"}, "nights": 3}`: a member too deep.

Where it stands in the items of a list, it must be the same in all of them: `edits[].path`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sidecar.core.names.likeness import Likeness, likeness
from sidecar.core.patch import add, remove
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation
from sidecar.core.values import equal

_ITEMS_MOST = 200
_KEYS_MOST = 64


@rule("required", "undeclared", "additionalProperties")
def lift_nested(violation: Violation, state: State) -> Iterator[Proposal]:
    path = violation.path
    if violation.keyword != "required":  # the key stands in a member, or in an item of a list
        path = path[:-2] if path and isinstance(path[-1], int) else path[:-1]
        if not violation.path or len(violation.path) > 2 + len(path):
            return
    place = ("lift-nested", path)
    if place not in state.memo:
        state.memo[place] = list(_lifted(path, state))
    yield from (
        proposal
        for name, key, proposal in state.memo[place]
        if violation.name == (name if violation.keyword == "required" else key)
    )


def _lifted(path: Any, state: State) -> Iterator[tuple[str, str, Proposal]]:
    node, holder = state.node(path), state.value(path)
    if node is None or not isinstance(holder, dict) or len(holder) > _KEYS_MOST:
        return
    node = state.contract.settle(node, holder)
    for name, inner in holder.items():
        below = node.properties.get(name)
        if below is None:
            continue
        if isinstance(inner, dict):
            members, child, places = [inner], below, [(*path, name)]
        elif isinstance(inner, list) and below.items is not None and 0 < len(inner) <= _ITEMS_MOST:
            members, child = inner, below.items
            places = [(*path, name, index) for index in range(len(inner))]
        else:
            continue
        if all(isinstance(member, dict) and len(member) <= _KEYS_MOST for member in members):
            yield from _from_members(members, child, places, node, path, state)


def _from_members(
    members: list[Any], child: Node, places: list[Any], node: Node, path: Any, state: State
) -> Iterator[tuple[str, str, Proposal]]:
    child = state.contract.settle(child, members[0])
    holder = state.value(path)
    for key, value in members[0].items():
        if not child.properties or child.declares(key):
            continue
        exact = key in node.properties
        names = [key] if exact else [name for name in node.properties if _is_sure(key, name, state)]
        if len(names) != 1 or names[0] in holder:
            continue
        if not exact and any(_is_sure(key, other, state) for other in child.properties):
            continue
        if all(key in member and equal(member[key], value) for member in members):
            removed = [remove((*place, key)) for place in places]
            yield names[0], key, propose(Cost.KNOWN, *removed, add((*path, names[0]), value))


def _is_sure(key: str, name: str, state: State) -> bool:
    return likeness(key, name, state.tool) in (Likeness.SPELLING, Likeness.ALIAS)
