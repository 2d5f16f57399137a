"""`{"path": "a", "options": {"limit": 5}}` → `{"path": "a", "limit": 5}`: members nested too deep."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.envelopes import WRAPPERS
from sidecar.core.names.words import plain
from sidecar.core.patch import add, remove
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import parse_container

# Keys that only hold others.
_HOLDERS = WRAPPERS | frozenset("config configuration details extra fields opts options settings".split())


@rule("required", "additionalProperties")
def merge_wrapped(violation: Violation, state: State) -> Iterator[Proposal]:
    holder = violation.instance
    if not isinstance(holder, dict):
        return
    node = state.contract.settle(violation.node, holder)
    surplus = surplus_keys(violation, state)
    if len(surplus) > 1:
        return  # what stands beside the wrapper may say that the call is another one
    keys = [violation.name] if violation.keyword != "required" else list(holder)
    for key in keys:
        inner = holder.get(key)
        if isinstance(inner, str):
            inner = parse_container(inner)
        if node.declares(key) or not isinstance(inner, dict) or not inner:
            continue
        if len(inner) == 1 and plain(key) not in _HOLDERS:
            continue  # `{"manager": {"name": "Ida"}}` is somebody else's name
        if all(node.declares(name) and name not in holder for name in inner):
            moves = [add((*violation.path, name), value) for name, value in inner.items()]
            yield propose(Cost.LIKELY, remove((*violation.path, key)), *moves)
