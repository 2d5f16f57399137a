"""(schema, arguments) → violations. Strict JSON Schema: no coercion, nothing fetched, any schema survived.

The only file that imports jsonschema. One kind of violation is ours: `undeclared`, a key the object's schema
does not declare where `additionalProperties` is absent. It is soft: alone it never makes a call invalid.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend, validator_for
from referencing import Registry

from sidecar.core import budget
from sidecar.core.blocks import JsonValue, Path
from sidecar.core.budget import limited
from sidecar.core.faults import BeyondRepairError, OverBudgetError, UnusableSchemaError
from sidecar.core.values import identity, written

from .node import Node
from .patterns import matches
from .quick import quick
from .violation import SOFT, Violation

_extend: Any = extend  # untyped in some stubs
CONTRACTS_KEPT = 4096  # a few hundred tools are normal; a contract is some kilobytes
UNKNOWN_READ = 1000  # undeclared keys of one object; the search gives up on a fraction of them
LONGEST_REASON = 120  # characters
ERRORS_READ = 2000  # a call with more faults is no slip of the pen


class Contract:
    """One tool's schema, compiled. Make it with `contract`, which keeps it by the schema's hash."""

    def __init__(self, schema: JsonValue) -> None:
        if not isinstance(schema, (dict, bool)):
            schema = True
        self.root = Node(schema, schema)
        self._nodes: dict[int, Node] = {id(schema): self.root}
        self._settled: tuple[Any, JsonValue, Node] | None = None  # the last answer: rules ask it in turn
        try:
            kind = _bounded(validator_for(schema, default=Draft202012Validator))
            self._validator = kind(schema, registry=Registry())
        except Exception as error:
            raise UnusableSchemaError(_in_words(error)) from error

    def hard_violations(self, arguments: JsonValue) -> list[Violation]:
        """What a strict validator says. Empty for a valid call. Raises UnusableSchemaError."""
        if quick(self.root.schema)(arguments):
            return []
        found: list[Violation] = []
        try:
            with limited():
                self._collect(arguments, found)
        except (BeyondRepairError, UnusableSchemaError):
            raise
        except Exception as error:  # jsonschema raises whatever a nonsense schema provokes
            raise UnusableSchemaError(_in_words(error)) from error
        return found

    def _collect(self, arguments: JsonValue, found: list[Violation]) -> None:
        for error in self._validator.iter_errors(arguments):
            found.extend(self._read(error, arguments))
            if len(found) > ERRORS_READ:
                raise BeyondRepairError(f"over {ERRORS_READ} faults in one call")

    def violations(self, arguments: JsonValue) -> list[Violation]:
        """Hard violations first, then the undeclared keys, of which the first few thousand tell enough."""
        if quick(self.root.schema)(arguments):
            return []
        with limited():
            found = self.hard_violations(arguments)
            found.extend(islice(self.undeclared(arguments), ERRORS_READ))
        return found

    def accepts(self, node: Node, value: JsonValue) -> bool:
        """Whether `value` satisfies `node`, a part of this contract's schema."""
        budget.step()
        if quick(node.schema)(value):
            return True
        try:
            with limited():
                return bool(self._validator.evolve(schema=node.schema).is_valid(value))
        except OverBudgetError:
            raise
        except Exception:
            return False

    def undeclared(self, arguments: JsonValue) -> Iterator[Violation]:
        """Keys no schema declares, at every depth where declared structure goes on."""
        todo: list[tuple[Node, Path, JsonValue]] = [(self.root, (), arguments)]
        while todo:
            node, path, value = todo.pop()
            budget.step()
            if quick(node.schema)(value):
                continue
            if isinstance(value, dict):
                here = self.settle(node, value)
                properties = here.properties
                if here.open_by_silence and any(key not in properties for key in value):
                    unknown = (key for key in value if key not in properties and not here.declares(key))
                    for key in islice(unknown, UNKNOWN_READ):
                        yield Violation(SOFT, path, value, None, here, str(key))
                for key, child in value.items():
                    if isinstance(child, (dict, list)) and (below := here.child(key)) is not None:
                        todo.append((below, (*path, key), child))
            elif isinstance(value, list):
                here = self.settle(node, value)
                for index, child in enumerate(value):
                    if isinstance(child, (dict, list)) and (below := here.child(index)) is not None:
                        todo.append((below, (*path, index), child))

    def node(self, path: Path, arguments: JsonValue) -> Node | None:
        """The schema in force at `path`, on the union branches `arguments` fits; None if unknown."""
        here, value = self.root, arguments
        for step in path:
            below = self.settle(here, value).child(step)
            if below is None:
                return None
            here = below
            try:
                value = value[step]  # type: ignore[index]
            except (LookupError, TypeError):
                value = None
        return here

    def settle(self, node: Node, value: JsonValue) -> Node:
        """`node` with each union replaced by the branch that `value` fits, or fits best."""
        known = self._settled
        if known is not None and known[0] is node.schema and known[1] is value:
            return known[2]
        settled = self._settle(node, value)
        self._settled = (node.schema, value, settled)
        return settled

    def _settle(self, node: Node, value: JsonValue) -> Node:
        resolved = node.resolved
        for _ in range(8):  # unions in unions; a deeper nest is nonsense
            branches = resolved.branches
            if not branches:
                return resolved
            chosen = next((branch for branch in branches if self.accepts(branch, value)), None)
            if chosen is None:
                chosen = max(branches, key=lambda branch: branch.resolved.affinity(value))
            resolved = resolved.with_branch(chosen.resolved)
        return resolved

    def _read(self, error: ValidationError, arguments: JsonValue) -> Iterator[Violation]:
        """jsonschema's error as violations: unions flattened, one per surplus key, missing names carried."""
        path: Path = tuple(error.absolute_path)
        keyword = str(error.validator)
        schema: Any = error.schema
        node = self._node(schema)
        if keyword in ("anyOf", "oneOf") and error.context:
            yield from self._flatten(error, node, path, arguments)
            return
        instance: Any = error.instance
        expected: Any = error.validator_value
        violation = Violation(keyword, path, instance, expected, node)
        if keyword == "required":
            yield replace(violation, name=error.message)
        elif keyword == "additionalProperties" and isinstance(instance, dict):
            surplus = [key for key in instance if not node.resolved.declares(key)]
            for key in surplus:
                yield replace(violation, name=str(key))
            if not surplus:
                yield violation
        else:
            yield violation

    def _node(self, schema: Any) -> Node:
        """The node of a part of this schema: one for each part, so that what it works out is kept."""
        node = self._nodes.get(id(schema))
        if node is None or node.schema is not schema:
            node = self._nodes[id(schema)] = Node(schema, self.root.root)
        return node

    def _flatten(
        self, error: ValidationError, node: Node, path: Path, arguments: JsonValue
    ) -> Iterator[Violation]:
        """The errors of the branch that fits best; one `type` violation when none has the right type.

        A union of nothing but constants (as TypeBox writes an enum) is one `enum` violation.
        """
        if node.enum:
            value: Any = error.instance
            yield Violation("enum", path, value, list(node.enum), node)
            return
        by_branch: dict[int, list[ValidationError]] = {}
        for below in error.context or ():
            by_branch.setdefault(int(below.relative_schema_path[0]), []).append(below)
        at_root = {
            index: any(below.validator == "type" and not below.relative_path for below in errors)
            for index, errors in by_branch.items()
        }
        if all(at_root.values()):
            instance: Any = error.instance
            yield Violation("type", path, instance, sorted(node.types), node)
            return
        said: Any = error.instance
        branches = [branch.resolved for branch in node.branches]
        best = min(
            (index for index, wrong_type in at_root.items() if not wrong_type),
            key=lambda index: (len(by_branch[index]), -branches[index].affinity(said), index),
        )
        for below in by_branch[best]:
            yield from self._read(below, arguments)


def _required(_: Any, names: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    """As the standard's, with the missing name for a message: there is no other place to carry it."""
    if isinstance(instance, dict):
        for name in names:
            if name not in instance:
                yield ValidationError(str(name))


def _pattern(_: Any, pattern: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not matches(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    for pattern, below in patterns.items():
        for key, value in instance.items():
            if matches(pattern, key):
                yield from validator.descend(value, below, path=key, schema_path=pattern)


def _additional_properties(
    validator: Any, rest: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    declared, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    surplus = [
        key
        for key in instance
        if key not in declared and not any(matches(pattern, key) for pattern in patterns)
    ]
    if rest is False and surplus:
        yield ValidationError(f"{surplus!r} not allowed")
    elif isinstance(rest, dict):
        for key in surplus:
            yield from validator.descend(instance[key], rest, path=key)


def _unique_items(_: Any, wanted: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    """As the standard's, without comparing each item with each."""
    if wanted and isinstance(instance, list) and len(set(map(identity, instance))) < len(instance):
        yield ValidationError("items are not unique")


def _properties(validator: Any, properties: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    """As the standard's, without going into what is plainly valid."""
    if isinstance(instance, dict):
        for name, below in properties.items():
            if name in instance and not quick(below)(instance[name]):
                yield from validator.descend(instance[name], below, path=name, schema_path=name)


def _items(of_draft: Any) -> Any:
    def items(validator: Any, below: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        if not isinstance(below, dict) or not isinstance(instance, list) or "prefixItems" in schema:
            yield from of_draft(validator, below, instance, schema) or ()
            return
        plainly_valid = quick(below)
        for index, item in enumerate(instance):
            if not plainly_valid(item):
                yield from validator.descend(item, below, path=index)

    return items


@lru_cache
def _bounded(kind: Any) -> Any:
    """A draft's validator whose regular expressions cannot stall, and which is quick about what is valid."""
    own_properties = kind.VALIDATORS["properties"] is not Draft202012Validator.VALIDATORS["properties"]
    ours = {
        "properties": kind.VALIDATORS["properties"] if own_properties else _properties,
        "items": _items(kind.VALIDATORS["items"]),
        "required": _required,
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
        "uniqueItems": _unique_items,
    }
    checks = {keyword: _counted(check) for keyword, check in {**kind.VALIDATORS, **ours}.items()}
    checks |= {keyword: _not_endless(checks[keyword]) for keyword in checks.keys() & _REFERENCES}
    return _extend(kind, checks)


_REFERENCES = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})


def _not_endless(check: Any) -> Any:
    """`check` of a reference, not followed for ever: where the stack ends, a library below panics."""

    def followed(validator: Any, said: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        with budget.deeper():
            yield from check(validator, said, instance, schema) or ()

    return followed


def _in_words(error: Exception) -> str:
    """An exception's first line: jsonschema's own go on to quote the call."""
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0][:LONGEST_REASON]}"


def _counted(check: Any) -> Any:
    def counted(validator: Any, said: Any, instance: Any, schema: Any) -> Any:
        budget.step()
        return check(validator, said, instance, schema)

    return counted


@lru_cache(maxsize=CONTRACTS_KEPT)
def _contract_by_text(text: str) -> Contract:
    return Contract(json.loads(text))


def contract(schema: JsonValue) -> Contract:
    """The compiled contract of `schema`, kept by its text. Raises UnusableSchemaError."""
    try:
        return _contract_by_text(json.dumps(schema))
    except (TypeError, ValueError, RecursionError) as error:
        raise UnusableSchemaError(str(error)) from error


def schema_hash(schema: JsonValue) -> str:
    """A short stable name for a schema: what learned repairs and examples are kept by."""
    return hashlib.sha256(written(schema).encode()).hexdigest()[:16]
