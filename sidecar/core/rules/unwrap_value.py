"""`{"value": "a"}` → `"a"` where the schema wants no object, or an object said twice."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.blocks import JsonObject
from sidecar.core.names.likeness import likeness
from sidecar.core.names.words import plain
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_HOLDS = frozenset({"value", "values", "data", "content", "text", "item", "items", "val", "default", "const"})
_DESCRIBES = frozenset({"type", "description", "title", "format"})
_SCHEMA_VALUES = frozenset({"const", "default", "val", "value"})
_TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")  # a schema said back


@rule("type", "enum", "const")
def unwrap_value(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, dict) or "object" in violation.node.types or not violation.path:
        return
    own = str(violation.path[-1])
    content = {key: inner for key, inner in value.items() if key not in _DESCRIBES}
    if len(value) == 1 and own in value and value[own] not in _TYPES:
        content = value  # an argument that is itself called title or format
    if len(content) != 1 or not (content.keys() == value.keys() or _is_schema(value)):
        return  # `{"text": "a", "format": "html"}` says more than its text
    key, inner = next(iter(content.items()))
    if inner is None or (len(value) > 1 and not isinstance(value.get("type", ""), str)):
        return
    if key in _HOLDS or plain(key) == plain(own) or plain(key) in ("$value", "string"):
        yield propose(Cost.KNOWN, replace(violation.path, inner))
    elif (
        len(value) == 1 and not isinstance(inner, (dict, list)) and likeness(key, own, state.tool) is not None
    ):
        yield propose(Cost.LIKELY, replace(violation.path, inner))


def _is_schema(value: JsonObject) -> bool:
    """Whether what stands beside the value is its schema said back."""
    if isinstance(value.get("type"), str):
        return value["type"] in _TYPES
    return not value.keys() - _SCHEMA_VALUES - {"description"}
