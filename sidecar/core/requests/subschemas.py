"""Where a JSON Schema holds schemas. Under any other key is data, as in a parameter named "pattern"."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.blocks import JsonValue

ONE = frozenset(
    "additionalItems additionalProperties contains contentSchema else if items not propertyNames then "
    "unevaluatedItems unevaluatedProperties".split()
)
LIST = frozenset({"allOf", "anyOf", "items", "oneOf", "prefixItems"})
NAMED = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})


def all_in(schema: JsonValue) -> Iterator[JsonValue]:
    """The schema and every one below it, true and false included. No recursion."""
    pending = [schema]
    while pending:
        schema = pending.pop()
        yield schema
        if not isinstance(schema, dict):
            continue
        for key, value in schema.items():
            if key in NAMED and isinstance(value, dict):
                pending.extend(value.values())
            elif key in LIST and isinstance(value, list):
                pending.extend(value)
            elif key in ONE:
                pending.append(value)
