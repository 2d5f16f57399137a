"""An empty name, from a call id that came twice: the one tool whose contract the arguments fulfil exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sidecar.core.blocks import Tool
from sidecar.core.proposals.proposal import Cost
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import UnusableSchemaError

from .proposal import Asked, NameProposal

_MOST_ARGUMENTS = 100  # no tool declares more, and such a call is nobody's


def propose(asked: Asked) -> Iterator[NameProposal]:
    arguments = asked.arguments
    if asked.variants or not arguments or len(arguments) > _MOST_ARGUMENTS:
        return
    fitting = []
    for tool in asked.tools.active.values():
        if _may_fit(tool, arguments) and _fits(tool, asked, arguments):
            fitting.append(tool)
            if len(fitting) > 1:
                return
    if fitting and Node(fitting[0].parameters, fitting[0].parameters).resolved.required:
        yield NameProposal(fitting[0].name, Cost.GUESS, "name-empty", strict_arguments=True)


def _may_fit(tool: Tool, arguments: Mapping[str, Any]) -> bool:
    """A look at the keys, before a contract is compiled. Unions and references are left to the contract."""
    schema = tool.parameters
    if not isinstance(schema, dict) or any(key in schema for key in ("$ref", "allOf", "anyOf", "oneOf")):
        return True
    node = Node(schema, schema)
    return node.required <= arguments.keys() and all(key in node.properties for key in arguments)


def _fits(tool: Tool, asked: Asked, arguments: Mapping[str, Any]) -> bool:
    try:
        return not asked.tools.contract(tool.name).violations(dict(arguments))
    except UnusableSchemaError:
        return False
