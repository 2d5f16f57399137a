"""(learned shape, call) → the repaired call, if it is valid, loses nothing and turns no read into a write."""

from __future__ import annotations

from sidecar.core.blocks import Answer, JsonValue, ToolCall
from sidecar.core.schema.contract import schema_hash
from sidecar.core.schema.violation import SOFT, UnusableSchemaError
from sidecar.core.toolset import Toolset

from .apply import apply
from .shape import Shape
from .tree import value_of


def judged(shape: Shape, call: ToolCall, tools: Toolset) -> Answer | None:
    """The call that runs instead; None if any check fails."""
    tool = tools.get(shape.tool)
    if tool is None or schema_hash(tool.parameters) != shape.schema:
        return None
    sent = tools.get(call.name)
    if sent is not None and sent.effect == "read" and tool.effect == "write":
        return None
    arguments = apply(shape, call)
    if arguments is None:
        return None
    try:
        violations = tools.contract(tool.name).violations(arguments)
        if any(violation.keyword != SOFT for violation in violations):
            return None
        unknown = {(violation.path, violation.name) for violation in violations}
        known_before = _undeclared(value_of(call), tool.name, tools) if tool is sent else set()
    except UnusableSchemaError:
        return None
    return Answer(tool.name, arguments) if unknown <= known_before else None


def _undeclared(value: JsonValue, tool: str, tools: Toolset) -> set[tuple[object, str]]:
    return {(violation.path, violation.name) for violation in tools.contract(tool).undeclared(value)}
