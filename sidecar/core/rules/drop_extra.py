"""`{"a": 1, "tool_call_id": "call_7"}` → `{"a": 1}`: a key that says nothing to the tool."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.names.likeness import Likeness
from sidecar.core.patch import remove
from sidecar.core.proposals.idle import is_idle
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import evidence, surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation
from sidecar.core.values import equal, is_empty

_EXTRAS_MOST = 8  # a call with more unknown keys is meant for another tool
_NUMBERED = re.compile(r"(.+?)[_-]?\d{1,2}")


@rule("additionalProperties")
def drop_extra(violation: Violation, state: State) -> Iterator[Proposal]:
    holder, key = violation.instance, violation.name
    if not isinstance(holder, dict) or key not in holder:
        return
    value, node = holder[key], state.contract.settle(violation.node, holder)
    if any(name not in holder for name in node.required):
        return
    if len(surplus_keys(violation, state)) > _EXTRAS_MOST:
        return
    path = (*violation.path, key)
    if _is_said_already(key, value, holder, node, state):
        yield propose(Cost.EXACT, remove(path))
    elif is_idle(key, value, state.tool, node.properties):
        yield propose(Cost.KNOWN, remove(path))


def _is_said_already(key: str, value: JsonValue, holder: JsonObject, node: Node, state: State) -> bool:
    """The same value stands under the declared name, or the key is that name numbered, and empty."""
    twin = _NUMBERED.fullmatch(key)
    if is_empty(value) and twin is not None and twin[1] in node.properties:
        return True
    return any(
        name in holder
        and equal(holder[name], value)
        and (evidence(key, name, value, node, state.tool) or 99) <= Likeness.PLURAL
        for name in node.properties
    )
