"""Keys that say something about the call itself, never to the tool: a call means the same without them."""

from __future__ import annotations

from collections.abc import Collection

from sidecar.core.blocks import JsonValue
from sidecar.core.envelopes import ID_KEYS, NAME_KEYS, is_call_id, is_type_mark
from sidecar.core.names.words import plain

# Remarks of the model on its own call, and what hosts and models stamp it with.
_REMARKS = (ID_KEYS - {"id"}) | frozenset(
    "explanation rationale reasoning requestid securityrisk thinking thought thoughts timestamp"
    " toolsummary".split()
)
# A remark beside a command; beside any other argument it may be content, as an issue's description.
_REMARKS_ON_A_COMMAND = _REMARKS | {"description"}
_COMMANDS = frozenset("cmd code command script".split())
# Another agent's word for how a command runs: off is what every shell tool does.
_OFF = frozenset("background isbackground runinbackground".split())
_OF_A_SCHEMA = frozenset({"$schema", "additionalProperties", "strict"})
LONGEST = 200  # characters; a longer text is content


def is_idle(key: str, value: JsonValue, tool: str, declared: Collection[str]) -> bool:
    """Whether a call of `tool`, with its `declared` arguments, means the same without `key`."""
    short = plain(key)
    if value is None or (value is False and short in _OFF) or _is_leftover(key, short, value, tool):
        return True
    if isinstance(value, (dict, list, bool)) or (isinstance(value, str) and len(value) > LONGEST):
        return False
    beside_a_command = not _COMMANDS.isdisjoint(map(plain, declared))
    return short in (_REMARKS_ON_A_COMMAND if beside_a_command else _REMARKS)


def _is_leftover(key: str, short: str, value: JsonValue, tool: str) -> bool:
    """Whether it is a remnant of a schema or a call envelope, and no argument."""
    if key == "type":
        return is_type_mark(value)
    if short in NAME_KEYS:
        return isinstance(value, str) and plain(value) == plain(tool)
    if short == "id":
        return is_call_id(value)
    return key in _OF_A_SCHEMA or (key == "required" and isinstance(value, list))
