"""What a contract finds wrong with a call."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.core.blocks import JsonValue, Path
from sidecar.core.faults import BeyondRepairError, UnusableSchemaError

from .node import Node

__all__ = ["SOFT", "BeyondRepairError", "UnusableSchemaError", "Violation"]

SOFT = "undeclared"


@dataclass(frozen=True, slots=True)
class Violation:
    """One schema failure.

    `path` is where `instance` sits; for `required`, `additionalProperties` and `undeclared` that is the
    object, and `name` is the missing or surplus key. `expected` is the keyword's value, `node` the schema in
    force at `path` (for a failed anyOf: the branch that fits best).
    """

    keyword: str
    path: Path
    instance: JsonValue
    expected: JsonValue
    node: Node
    name: str = ""

    @property
    def hard(self) -> bool:
        return self.keyword != SOFT

    @property
    def place(self) -> tuple[str, Path, str]:
        """What tells two violations apart. Two missing names share keyword and path, so the name counts."""
        return self.keyword, self.path, self.name
