"""(learned shape, call) → the repaired call, if it is valid, loses nothing and swaps nothing."""

from __future__ import annotations

from sidecar.core.blocks import Answer, JsonObject, JsonValue, ToolCall
from sidecar.core.patch import value_at
from sidecar.core.schema.contract import Contract, schema_hash
from sidecar.core.schema.violation import SOFT, UnusableSchemaError
from sidecar.core.toolset import Toolset
from sidecar.core.values import TooLargeError

from .apply import apply
from .order import in_order, says, says_another
from .shape import Mark, Shape, Steps, starred
from .tree import value_of, walk


def judged(shape: Shape, call: ToolCall, tools: Toolset) -> Answer | None:
    """The call that runs instead, of the same tool; None if any check fails."""
    tool = tools.get(call.name)
    if tool is None or shape.tool != tool.name or schema_hash(tool.parameters) != shape.schema:
        return None
    arguments = apply(shape, call)
    if arguments is None:
        return None
    try:
        contract, before = tools.contract(tool.name), value_of(call)
        violations = contract.violations(arguments)
        if any(violation.keyword != SOFT for violation in violations):
            return None
        unknown = {(violation.path, violation.name) for violation in violations}
        if not unknown <= _undeclared(before, contract) or not _each_in_its_place(
            shape, before, arguments, contract
        ):
            return None
    except (TooLargeError, UnusableSchemaError):
        return None
    return Answer(tool.name, arguments)


def _each_in_its_place(shape: Shape, before: JsonValue, arguments: JsonObject, contract: Contract) -> bool:
    """Whether the keys of the call say where each value belongs; where they do not, its order is kept."""
    stands: dict[Steps, int] = {}
    for at, (steps, _) in enumerate(walk(before, lambda steps: True)):
        stands.setdefault(starred(steps), at)
    unsaid: dict[tuple[Steps, type], list[tuple[int, str]]] = {}
    orders: dict[Steps, tuple[str, ...]] = {}
    for take in shape.takes:
        *holder, name = take.target or ("", 0)
        source = starred(take.source)
        key = next((step for step in reversed(source) if isinstance(step, str)), "")
        if not isinstance(name, str) or source not in stands:
            continue
        path = tuple(0 if isinstance(step, Mark) else step for step in holder)
        try:
            value, inside = value_at(arguments, (*path, name)), value_at(arguments, path)
        except (LookupError, TypeError):
            continue  # a list without items
        node = contract.node(path, arguments)
        order = orders[tuple(holder)] = tuple(contract.settle(node, inside).properties) if node else ()
        if says_another(key, name, order, {shape.tool}):
            return False
        if name in order and not says(key, name, {shape.tool}):
            unsaid.setdefault((tuple(holder), type(value)), []).append((stands[source], name))
    return all(
        in_order([name for _, name in sorted(found)], orders[holder]) for (holder, _), found in unsaid.items()
    )


def _undeclared(value: JsonValue, contract: Contract) -> set[tuple[object, str]]:
    return {(violation.path, violation.name) for violation in contract.undeclared(value)}
