"""What a contract finds wrong with a call, and when it can say nothing."""

from __future__ import annotations

from dataclasses import dataclass

from .blocks import JsonValue, Path
from .node import Node

SOFT = "undeclared"


class UnusableSchemaError(Exception):
    """The schema cannot be applied (dangling `$ref`, endless recursion): the call stays as it is."""


class BeyondRepairError(Exception):
    """The call has too many faults, or judging it takes too long: it stays as it is. Says which."""


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
