"""A validator's errors → violations: unions flattened, missing and surplus names carried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from jsonschema.exceptions import ValidationError

from sidecar.core.blocks import Path

from .node import Node
from .violation import Violation

NodeOf: TypeAlias = Callable[[Any], Node]  # the node of a part of the contract's schema


def violations_of(error: ValidationError, node_of: NodeOf) -> Iterator[Violation]:
    """jsonschema's error as violations: unions flattened, one per surplus key, missing names carried."""
    path: Path = tuple(error.absolute_path)
    keyword = str(error.validator)
    node = node_of(error.schema)
    if keyword in ("anyOf", "oneOf") and error.context:
        yield from _of_union(error, node, path, node_of)
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


def _of_union(error: ValidationError, node: Node, path: Path, node_of: NodeOf) -> Iterator[Violation]:
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
        yield from violations_of(below, node_of)
