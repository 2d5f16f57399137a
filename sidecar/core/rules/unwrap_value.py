"""`{"value": "a"}` → `"a"`, and a value inside its own schema: `{"type": "string", "description": "a"}`."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.blocks import JsonObject
from sidecar.core.names.words import plain, words
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

# Keys that only hold a place, and those of JSON Schema that hold a value.
_PLACES = frozenset({"value", "values", "val", "$value", "item", "items", "data", "string"})
_SCHEMA_VALUES = frozenset({"value", "val", "const", "default"})
_TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
# The arguments of a chat's blocks: `{"type": "text", "text": "a"}`.
_TEXTS = frozenset({"text", "content", "contents", "body", "message"})


@rule("type", "enum", "const")
def unwrap_value(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, dict) or "object" in violation.node.types or not violation.path:
        return
    own = str(violation.path[-1])
    key = _of_schema(value, own, violation.node.description) if len(value) > 1 else None
    if key is None and len(value) == 1:
        only = next(iter(value))
        is_place = only in _PLACES or plain(only) == plain(own) or only == "const"
        key = only if is_place or {plain(only), plain(own)} <= _TEXTS else None
    if key is None or value[key] is None or value[key] in _TYPES:
        return  # the name of a type is a schema said back, and no value
    yield propose(Cost.KNOWN, replace(violation.path, value[key]))


def _of_schema(value: JsonObject, own: str, description: str) -> str | None:
    """The key of the only value in a schema that was filled in instead of followed."""
    if value.get("type") == "text" and value.keys() == {"type", "text"}:
        return "text"
    if value.get("type", "string") not in _TYPES:
        return None
    said = {
        key for key in value.keys() - {"type"} if not (key == "description" and value[key] == description)
    }
    if said == {"description"}:  # a description in other words is still one
        told = set(words(own)) | set(words(description[:400]))
        return (
            None if not description or told.intersection(words(str(value["description"]))) else "description"
        )
    return said.pop() if len(said) == 1 and said <= _SCHEMA_VALUES else None
