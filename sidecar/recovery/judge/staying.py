"""A value that the call gave under a declared key, and that validates there, stays there.

Without this a model could swap two texts and every value would still be traceable.
"""

from __future__ import annotations

from sidecar.core.blocks import JsonObject, JsonValue, Path
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.node import Node
from sidecar.core.values import identity, is_empty
from sidecar.recovery.prompt.fields import place
from sidecar.recovery.prompt.values import decode_container, pattern, show


def moved(call: JsonValue, answer: JsonObject, contract: Contract) -> str | None:
    """The first value that did not stay, as a reason; None when all did."""
    for path, value in _pinned(call, contract).items():
        found = _at(answer, pattern(path))
        if is_empty(value) and not found and not place(contract, answer, path[:1]).required:
            continue
        if identity(value) not in [identity(there) for there in found]:
            return f"{show(path)} was right in the call and must stay as it was"
    return None


def _pinned(call: JsonValue, contract: Contract) -> dict[Path, JsonValue]:
    """Where which value must be. A key in an undeclared wrapper counts as if there were no wrapper."""
    pinned: dict[Path, JsonValue] = {}
    todo: list[tuple[JsonValue, Path, Node]] = [(call, (), contract.root)]
    while todo:
        value, path, node = todo.pop(0)
        settled = contract.settle(node, value)
        steps: list[tuple[str | int, JsonValue]] = (
            list(value.items())
            if isinstance(value, dict)
            else list(enumerate(value))
            if isinstance(value, list)
            else []
        )
        for step, child in steps:
            below = settled.child(step) if isinstance(step, int) or settled.declares(step) else None
            here = (*path, step)
            if below is None:
                wrapped = decode_container(child) if isinstance(child, str) else child
                if not path and isinstance(wrapped, dict):
                    todo.append((wrapped, (), node))
            elif contract.accepts(below, child) and not (isinstance(child, (dict, list)) and not child):
                pinned.setdefault(here, child)
            elif isinstance(child, (dict, list)):
                todo.append((child, here, below))
    return pinned


def _at(value: JsonValue, steps: tuple[str, ...]) -> list[JsonValue]:
    """The values at a path pattern, `*` standing for every index."""
    here: list[JsonValue] = [value]
    for step in steps:
        below: list[JsonValue] = []
        for holder in here:
            if step == "*" and isinstance(holder, list):
                below.extend(holder)
            elif isinstance(holder, dict) and step in holder:
                below.append(holder[step])
        here = below
    return here
