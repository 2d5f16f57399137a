"""A call as it stands in the search, and the questions rules ask of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sidecar.core.blocks import Effect, JsonValue, Path
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation


@dataclass(frozen=True, slots=True)
class State:
    """What a rule may look at besides its violation: the whole call as it stands, and its contract."""

    tool: str
    effect: Effect
    arguments: JsonValue
    contract: Contract
    violations: tuple[Violation, ...] = field(default=())
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # what rules share

    def node(self, path: Path) -> Node | None:
        return self.contract.node(path, self.arguments)

    def optional(self, path: Path) -> bool:
        """Whether the value at `path` may be left out."""
        if not path or not isinstance(path[-1], str):
            return False
        parent = self.node(path[:-1])
        if parent is None:
            return False
        holder = self.value(path[:-1])
        return path[-1] not in self.contract.settle(parent, holder).required

    def value(self, path: Path) -> Any:
        here: Any = self.arguments
        for step in path:
            here = here[step]
        return here

    def accepts(self, node: Node, value: JsonValue) -> bool:
        return self.contract.accepts(node, value)

    def property_node(self, violation: Violation, name: str) -> Node | None:
        """The declared schema of key `name` in the object a violation sits on."""
        return self.contract.settle(violation.node, violation.instance).properties.get(name)
