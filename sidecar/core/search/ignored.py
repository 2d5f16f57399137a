"""`write {"path", "content", "append": true}` → `append`: a key the tool would ignore and must not."""

from __future__ import annotations

from collections.abc import Collection

from sidecar.core.blocks import JsonValue
from sidecar.core.names.likeness import likeness
from sidecar.core.names.qualifiers import qualifies
from sidecar.core.schema.contract import Contract


def ignored_key(
    contract: Contract, arguments: JsonValue, tool: str = "", filled: Collection[str] = ()
) -> str | None:
    """An undeclared key that changes what the call does; None where there is none.

    `filled` are arguments that took their value from another key. A second key that is like one of them
    counts too: either of the two may have been meant.
    """
    for violation in contract.undeclared(arguments):
        holder, key = violation.instance, violation.name
        value = holder.get(key) if isinstance(holder, dict) else None
        if qualifies(key, value) or (value and any(likeness(key, name, tool) for name in filled)):
            return key
    return None
