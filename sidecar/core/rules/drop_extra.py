"""`{"a": 1, "timestamp": 17}` → `{"a": 1}`: a key the closed schema forbids and nothing else could use."""

from __future__ import annotations

from collections.abc import Iterator

from ..blocks import JsonObject, JsonValue
from ..keys import likeness
from ..node import Node
from ..patch import remove
from ..proposal import Cost, Proposal, propose, rule
from ..schema import State, Violation
from ..words import plain, words

# A dropped switch runs for real what was meant as a rehearsal.
_SWITCHES = frozenset(
    "dry force confirm recursive safe only preview simulate test check validate overwrite"
    " backup sandbox noop whatif interactive yes".split()
)
# Says something about the call, never to the tool.
_DESCRIBES = frozenset(
    "thought thoughts thinking reasoning reason rationale explanation description comment note notes summary"
    " timestamp meta metadata toolcallid callid requestid id title tags".split()
)
# Left over from a schema or a call, never an argument.
_LEFTOVERS = frozenset({"additionalProperties", "required", "$schema", "strict", "type"})


@rule("additionalProperties")
def drop_extra(violation: Violation, state: State) -> Iterator[Proposal]:
    holder, key = violation.instance, violation.name
    if not isinstance(holder, dict) or key not in holder:
        return
    value, node = holder[key], state.contract.settle(violation.node, holder)
    if any(name not in holder for name in node.required):
        return
    alike = [name for name in node.properties if likeness(key, name, state.tool) is not None]
    path = (*violation.path, key)
    if value in (None, "", [], {}) or any(_is_same(holder.get(name), value) for name in alike):
        yield propose(Cost.EXACT, remove(path))
    elif key in _LEFTOVERS:
        yield propose(Cost.KNOWN, remove(path))
    elif alike or isinstance(value, bool) or _SWITCHES & set(words(key)):
        return
    elif plain(key) in _DESCRIBES or not _has_another_place(value, holder, node, state):
        yield propose(Cost.LIKELY, remove(path))


def _is_same(left: JsonValue, right: JsonValue) -> bool:
    return type(left) is type(right) and left == right


def _has_another_place(value: JsonValue, holder: JsonObject, node: Node, state: State) -> bool:
    """Whether an argument that is left out would take the value: then it may have been meant."""
    return any(state.accepts(below, value) for name, below in node.properties.items() if name not in holder)
