"""`delete {"file_path", "pattern": "*.tmp"}` → `pattern`: a key that a repaired call would run without."""

from __future__ import annotations

from sidecar.core.blocks import JsonValue
from sidecar.core.proposals.idle import is_idle
from sidecar.core.schema.contract import Contract


def ignored_key(contract: Contract, arguments: JsonValue, tool: str) -> str | None:
    """An undeclared key that is not idle: the repaired call would lose what it says.

    pi ignores such keys of a call that it accepts; a call that it would have rejected is not made to run
    without them.
    """
    for violation in contract.undeclared(arguments):
        holder, key = violation.instance, violation.name
        if isinstance(holder, dict) and not is_idle(
            key, holder.get(key), tool, contract.settle(violation.node, holder).properties
        ):
            return key
    return None
