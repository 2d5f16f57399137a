"""A place in a schema: `$ref` followed, allOf merged, and the questions rules ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sidecar.core import budget
from sidecar.core.blocks import JsonValue

from .patterns import Patterns

REF_HOPS = 16  # a longer chain of references is a loop

_TYPE_OF = {
    dict: "object",
    list: "array",
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
}
_ALL_TYPES = frozenset({"object", "array", "string", "boolean", "integer", "number", "null"})


def type_name(value: JsonValue) -> str:
    """JSON Schema's word for the type of `value`."""
    known = _TYPE_OF.get(type(value))  # a number that keeps its spelling has a type of its own
    return known or next(name for kind, name in _TYPE_OF.items() if isinstance(value, kind))


@dataclass(frozen=True)
class Node:
    """`schema` inside the document `root`. Cheap to make: everything is worked out when asked for."""

    schema: Any
    root: Any
    patterns: Patterns = field(default_factory=Patterns, compare=False, repr=False)

    def part(self, schema: Any) -> Node:
        """The node of `schema`, another part of the same document."""
        return Node(schema, self.root, self.patterns)

    @cached_property
    def resolved(self) -> Node:
        """This node with local references followed and allOf merged in. Unresolvable: as it stands."""
        budget.step()
        schema = self.schema
        for _ in range(REF_HOPS):
            if not (isinstance(schema, dict) and isinstance(schema.get("$ref"), str)):
                break
            target = _lookup(self.root, schema["$ref"])
            if target is None:
                break
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**target, **beside} if isinstance(target, dict) else target
        if isinstance(schema, dict) and isinstance(schema.get("allOf"), list):
            schema = _merged(schema, self.root)
        return self if schema is self.schema else self.part(schema)

    @cached_property
    def branches(self) -> tuple[Node, ...]:
        if not isinstance(self.schema, dict):
            return ()
        for keyword in ("anyOf", "oneOf"):
            options = self.schema.get(keyword)
            if isinstance(options, list):
                return tuple(self.part(option) for option in options)
        return ()

    def with_branch(self, branch: Node) -> Node:
        """This node's own keywords and the branch's, the union itself gone."""
        mine = {key: value for key, value in self.schema.items() if key not in ("anyOf", "oneOf")}
        theirs = branch.schema
        if not isinstance(theirs, dict):
            return self.part(mine)
        both = {**mine, **theirs}
        for keyword in ("properties", "required"):
            if keyword in mine and keyword in theirs:
                both[keyword] = _joined(mine[keyword], theirs[keyword])
        return self.part(both)

    @cached_property
    def types(self) -> frozenset[str]:
        """The JSON types a value here may have. All of them where the schema does not say."""
        found = [leaf._own_types for leaf in self._leaves("type", "enum", "const")]
        return frozenset().union(*found) if found else _ALL_TYPES

    def _leaves(self, *keywords: str) -> list[Node]:
        """What a union comes down to: the first that say a keyword or have no branches, each once.

        Unions nest, share branches and may hold themselves.
        """
        leaves: list[Node] = []
        todo, seen = [self], {id(self.schema)}
        while todo:
            node = todo.pop()
            schema = node.resolved.schema
            says = isinstance(schema, dict) and not schema.keys().isdisjoint(keywords)
            below = () if says else node.resolved.branches
            if not below:
                leaves.append(node)
            new = [branch for branch in below if id(branch.schema) not in seen]
            seen.update(id(branch.schema) for branch in new)
            todo.extend(reversed(new))
        return leaves

    @property
    def _own_types(self) -> frozenset[str]:
        schema = self.resolved.schema
        if not isinstance(schema, dict):
            return _ALL_TYPES if schema else frozenset()
        said = schema.get("type")
        if isinstance(said, str):
            return frozenset({said})
        if isinstance(said, list):
            return frozenset(name for name in said if isinstance(name, str))
        if isinstance(schema.get("enum"), list):
            return frozenset(type_name(value) for value in schema["enum"])
        if "const" in schema:
            return frozenset({type_name(schema["const"])})
        if "properties" in schema:
            return frozenset({"object"})
        return frozenset({"array"}) if "items" in schema else _ALL_TYPES

    @property
    def nullable(self) -> bool:
        return "null" in self.types

    @cached_property
    def properties(self) -> Mapping[str, Node]:
        schema = self.resolved.schema
        declared = schema.get("properties") if isinstance(schema, dict) else None
        if not isinstance(declared, dict):
            return {}
        return {key: self.part(value) for key, value in declared.items()}

    @cached_property
    def required(self) -> frozenset[str]:
        schema = self.resolved.schema
        names = schema.get("required") if isinstance(schema, dict) else None
        return (
            frozenset(name for name in names if isinstance(name, str))
            if isinstance(names, list)
            else frozenset()
        )

    @cached_property
    def enum(self) -> tuple[JsonValue, ...]:
        """The constants a value here must be one of, from enum, const, or a union made only of those."""
        if not self.resolved.branches:
            return self._own_enum
        constants = [
            leaf._own_enum or ((None,) if leaf._own_types == {"null"} else ())
            for leaf in self._leaves("enum", "const")
        ]
        return tuple(value for values in constants for value in values) if all(constants) else ()

    @property
    def _own_enum(self) -> tuple[JsonValue, ...]:
        schema = self.resolved.schema
        if not isinstance(schema, dict):
            return ()
        if isinstance(schema.get("enum"), list):
            return tuple(schema["enum"])
        return (schema["const"],) if "const" in schema else ()

    @property
    def closed(self) -> bool:
        """Whether keys nobody declares are forbidden."""
        schema = self.resolved.schema
        return isinstance(schema, dict) and schema.get("additionalProperties") is False

    @property
    def open_by_silence(self) -> bool:
        """Whether unknown keys pass only because the schema says nothing about them."""
        schema = self.resolved.schema
        return (
            isinstance(schema, dict)
            and isinstance(schema.get("properties"), dict)
            and "additionalProperties" not in schema
            and "unevaluatedProperties" not in schema
        )

    @property
    def items(self) -> Node | None:
        schema = self.resolved.schema
        items = schema.get("items") if isinstance(schema, dict) else None
        return self.part(items) if isinstance(items, (dict, bool)) else None

    @property
    def description(self) -> str:
        schema = self.schema if isinstance(self.schema, dict) else {}
        resolved = self.resolved.schema if isinstance(self.resolved.schema, dict) else {}
        text = schema.get("description") or resolved.get("description")
        return text if isinstance(text, str) else ""

    def get(self, keyword: str) -> Any:
        """A keyword's value, None where absent."""
        schema = self.resolved.schema
        return schema.get(keyword) if isinstance(schema, dict) else None

    def declares(self, key: str) -> bool:
        """Whether `key` is in `properties` or matches a `patternProperties`."""
        return key in self.properties or self._pattern_child(key) is not None

    def child(self, step: str | int) -> Node | None:
        """The schema below, for a key or an index; None where the schema says nothing."""
        schema = self.resolved.schema
        if not isinstance(schema, dict):
            return None
        if isinstance(step, str):
            if step in self.properties:
                return self.properties[step]
            matched = self._pattern_child(step)
            if matched is not None:
                return matched
            rest = schema.get("additionalProperties")
            return self.part(rest) if isinstance(rest, dict) else None
        prefix = schema.get("prefixItems")
        if isinstance(prefix, list) and step < len(prefix):
            return self.part(prefix[step])
        return self.items

    def affinity(self, value: JsonValue) -> int:
        """How well this union branch suits `value`: the right type first, then shared keys."""
        name = type_name(value)
        fits = name in self.types or (name == "integer" and "number" in self.types)
        if not fits:
            return -1
        if not isinstance(value, dict):
            return 1
        keys = self.properties.keys()
        constants = sum(
            2 if value[key] in self.properties[key].enum else -2
            for key in keys & value.keys()
            if self.properties[key].enum
        )
        return 1 + 2 * len(keys & value.keys()) - len(self.required - value.keys()) + constants

    def _pattern_child(self, key: str) -> Node | None:
        schema = self.resolved.schema
        patterns = schema.get("patternProperties") if isinstance(schema, dict) else None
        if not isinstance(patterns, dict):
            return None
        for pattern, below in patterns.items():
            if self.patterns.matches(pattern, key):
                return self.part(below)
        return None


def _lookup(root: Any, reference: str) -> Any:
    """The part of `root` a local reference names; None for any other reference."""
    if not reference.startswith("#"):
        return None
    here = root
    for step in reference[1:].split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, list) and key.isdigit() and int(key) < len(here):
            here = here[int(key)]
        else:
            return None
    return here


def _joined(mine: Any, theirs: Any) -> Any:
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return {**mine, **theirs}
    if isinstance(mine, list) and isinstance(theirs, list):
        if all(isinstance(name, str) for name in (*mine, *theirs)):
            return list(dict.fromkeys([*mine, *theirs]))
        return [*mine, *(name for name in theirs if name not in mine)]
    return theirs


def _merged(schema: dict[str, Any], root: Any) -> dict[str, Any]:
    """`schema` with its allOf parts folded in, one level: enough for the shapes generators emit."""
    merged = {key: value for key, value in schema.items() if key != "allOf"}
    for part in schema["allOf"]:
        resolved = (
            _lookup(root, part["$ref"])
            if isinstance(part, dict) and isinstance(part.get("$ref"), str)
            else part
        )
        if not isinstance(resolved, dict):
            continue
        for key, value in resolved.items():
            merged[key] = _joined(merged[key], value) if key in merged else value
    return merged
