"""Keys of other agents' calls that ask pi for nothing: remarks, and switches for what it does anyway."""

from __future__ import annotations

from collections.abc import Collection

from sidecar.core.blocks import JsonValue
from sidecar.core.names.words import plain
from sidecar.core.proposals.idle import LONGEST, is_idle
from sidecar.core.values import is_empty

# What the call is for, how long to wait before looking, how much of the output to show.
_REMARKS = frozenset(
    "blockuntilms comment goal intent justification linecount maxoutputchars maxoutputtokens note purpose"
    " reason summary taskprogress toolaction waitforprevioustools yieldtimems".split()
)
_ON = frozenset(
    "createdirectories createdirs createparents makedirs mkdir parents respectgitignore safetoautorun"
    " showlinenumbers waitforprevioustools withescalatedpermissions".split()
)
_OFF = frozenset(
    "binary case casesensitive followsymlinks force includehidden interactive multiline noignore recursive"
    " replaceall requiresapproval waitforprevioustools withescalatedpermissions".split()
)
_TEXT_ENCODINGS = frozenset({"ascii", "text", "utf8"})


def asks_nothing(key: str, value: JsonValue, tool: str, declared: Collection[str]) -> bool:
    """Whether pi's `tool` does what another agent's call asks for, though it does not know `key`."""
    if is_empty(value) or is_idle(key, value, tool, declared):
        return True
    spelt = plain(key[:64])
    if isinstance(value, bool):
        return spelt in (_ON if value else _OFF)
    if isinstance(value, str):
        if spelt == "encoding":
            return plain(value) in _TEXT_ENCODINGS
        return spelt in _REMARKS and len(value) <= LONGEST
    return spelt in _REMARKS and isinstance(value, (int, float))
