"""Keys of other agents' calls that ask pi for nothing: remarks, and switches for what it does anyway."""

from __future__ import annotations

from collections.abc import Collection

from sidecar.core.blocks import JsonValue
from sidecar.core.names.words import plain
from sidecar.core.proposals.idle import LONGEST, is_idle
from sidecar.core.values import is_empty

# What the call is for, how long to wait before looking, how much of the output to show.
_REMARKS = frozenset(
    "blockuntilms changedescription comment description goal intent justification linecount maxoutputchars"
    " maxoutputtokens note purpose reason summary taskprogress toolaction waitforprevioustools"
    " yieldtimems".split()
)
_ON = frozenset(
    "createdirectories createdirs createparents execute makedirs mkdir overwrite parents respectgitignore run"
    " safetoautorun showlinenumbers waitforprevioustools withescalatedpermissions".split()
)
_OFF = frozenset(
    "append background binary case casesensitive confirm dryrun followsymlinks force includehidden"
    " interactive isbackground multiline noignore preview recursive replaceall requireconfirmation"
    " requiresapproval runinbackground simulate waitforprevioustools withescalatedpermissions".split()
)
_SWITCHES = {"false": False, "no": False, "off": False, "on": True, "true": True, "yes": True}
_TEXT_ENCODINGS = frozenset({"ascii", "text", "utf8"})


def asks_nothing(key: str, value: JsonValue, tool: str, declared: Collection[str]) -> bool:
    """Whether pi's `tool` does what another agent's call asks for, though it does not know `key`."""
    if is_empty(value) or is_idle(key, value, tool, declared):
        return True
    spelt, on = plain(key[:64]), switch(value)
    if spelt in _REMARKS and not isinstance(value, (bool, dict, list)):
        return not isinstance(value, str) or len(value) <= LONGEST
    if on is not None:
        return spelt in (_ON if on else _OFF)
    return spelt == "encoding" and isinstance(value, str) and plain(value) in _TEXT_ENCODINGS


def switch(value: JsonValue) -> bool | None:
    """Which way a switch is set, in a word too, as tags have it; None for a value that is no switch."""
    if isinstance(value, str):
        return _SWITCHES.get(value.strip().lower()) if len(value) < 10 else None
    return value if isinstance(value, bool) else None
