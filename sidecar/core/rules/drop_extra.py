"""`{"a": 1, "timestamp": 17}` → `{"a": 1}`: a key the closed schema forbids and nothing else could use."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.envelopes import ID_KEYS, NAME_KEYS, is_call_id, is_type_mark
from sidecar.core.names.likeness import likeness
from sidecar.core.names.qualifiers import qualifies
from sidecar.core.names.words import plain
from sidecar.core.patch import remove
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation
from sidecar.core.values import equal, is_empty

# Keys that describe the call and are no argument of any tool.
_DESCRIBES = (ID_KEYS - {"id"}) | frozenset(
    "thought thoughts thinking reasoning reason rationale explanation description comment note notes summary"
    " timestamp meta metadata requestid toolsummary securityrisk".split()
)
# pi's tools that only look, or that change nothing but a quoted passage: an unknown key can be left out. Any
# other tool might then post at once what was scheduled, or in public what was private.
_NEEDS_NO_MORE = frozenset({"edit", "find", "grep", "ls", "read"})
_EXTRAS_MOST = 8  # a call with more unknown keys is meant for another tool
_NOISE_LONGEST = 200  # characters; a longer text is content


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
    alike = [name for name in node.properties if likeness(key, name, state.tool) is not None]
    path = (*violation.path, key)
    if is_empty(value) or any(equal(holder.get(name), value) for name in alike):
        yield propose(Cost.EXACT, remove(path))
    elif _is_leftover(key, value, state.tool):
        yield propose(Cost.KNOWN, remove(path))
    elif alike or isinstance(value, bool) or qualifies(key, value):
        return
    elif plain(key) in _DESCRIBES or (
        state.tool in _NEEDS_NO_MORE
        and _is_short(value)
        and any(map(node.declares, holder))  # else it may be another tool's call
        and not _has_another_place(value, holder, node, state)
    ):
        yield propose(Cost.LIKELY, remove(path))


def _is_leftover(key: str, value: JsonValue, tool: str) -> bool:
    """Whether it is a remnant of a schema or a call envelope, and no argument."""
    if key == "type":
        return is_type_mark(value)
    if plain(key) in NAME_KEYS:
        return isinstance(value, str) and plain(value) == plain(tool)
    if plain(key) == "id":
        return is_call_id(value)
    if key == "required":
        return isinstance(value, list)
    if plain(key) == "isbackground":  # another agent's switch; off is the default everywhere
        return value is False
    return key in ("additionalProperties", "$schema", "strict")


def _is_short(value: JsonValue) -> bool:
    if isinstance(value, str):
        return len(value) <= _NOISE_LONGEST and "\n" not in value
    return not isinstance(value, (dict, list))


def _has_another_place(value: JsonValue, holder: JsonObject, node: Node, state: State) -> bool:
    """Whether an argument that is left out would take the value: then it may have been meant."""
    return any(state.accepts(below, value) for name, below in node.properties.items() if name not in holder)
