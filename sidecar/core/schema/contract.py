"""(schema, arguments) → violations. Strict JSON Schema: no coercion, nothing fetched, any schema survived.

One kind of violation is ours: `undeclared`, a key the object's schema does not declare where
`additionalProperties` is absent. It is soft: alone it never makes a call invalid.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from sidecar.core import budget
from sidecar.core.blocks import JsonValue, Path
from sidecar.core.budget import limited
from sidecar.core.faults import BeyondRepairError, OverBudgetError, UnusableSchemaError
from sidecar.core.values import written

from .errors import violations_of
from .keywords import Memory, validator
from .node import Node
from .violation import SOFT, Violation

CONTRACTS_KEPT = 4096  # a few hundred tools are normal; a contract is some kilobytes
UNKNOWN_READ = 1000  # undeclared keys of one object; the search gives up on a fraction of them
LONGEST_REASON = 120  # characters
ERRORS_READ = 2000  # a call with more faults cannot be repaired


class Contract:
    """One tool's schema, compiled. Make it with `contract`, which keeps it by the schema's hash."""

    def __init__(self, schema: JsonValue) -> None:
        if not isinstance(schema, (dict, bool)):
            schema = True
        self._memory = Memory()
        self.root = Node(schema, schema, self._memory.patterns)
        self._nodes: dict[int, Node] = {id(schema): self.root}
        self._settled: tuple[Any, JsonValue, Node] | None = None  # the last answer: asked for again and again
        try:
            self._validator = validator(schema, self._memory)
        except Exception as error:
            raise UnusableSchemaError(_in_words(error)) from error

    def hard_violations(self, arguments: JsonValue) -> list[Violation]:
        """What a strict validator says. Empty for a valid call. Raises UnusableSchemaError."""
        if self._memory.quick(self.root.schema)(arguments):
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
            found.extend(violations_of(error, self._node))
            if len(found) > ERRORS_READ:
                raise BeyondRepairError(f"over {ERRORS_READ} faults in one call")

    def violations(self, arguments: JsonValue) -> list[Violation]:
        """Hard violations first, then the undeclared keys, of which the first few thousand tell enough."""
        if self._memory.quick(self.root.schema)(arguments):
            return []
        with limited():
            found = self.hard_violations(arguments)
            found.extend(islice(self.undeclared(arguments), ERRORS_READ))
        return found

    def accepts(self, node: Node, value: JsonValue) -> bool:
        """Whether `value` satisfies `node`, a part of this contract's schema."""
        budget.step()
        if self._memory.quick(node.schema)(value):
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
            if self._memory.quick(node.schema)(value):
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

    def _node(self, schema: Any) -> Node:
        """The node of a part of this schema: one for each part, so that what it works out is kept."""
        node = self._nodes.get(id(schema))
        if node is None or node.schema is not schema:
            node = self._nodes[id(schema)] = self.root.part(schema)
        return node

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


def _in_words(error: Exception) -> str:
    """An exception's first line: jsonschema's own go on to quote the call."""
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0][:LONGEST_REASON]}"


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
