"""pi's own error text for a call that it did not run → what kind it is, and the complaints in it."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["invalid", "unknown tool", "malformed", "cut off"]

COMPLAINTS_KEPT = 6
LONGEST = 160
_KINDS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"Validation failed for tool "), "invalid"),
    (re.compile(r"Tool .{0,200}? ?not found\s*(?:\n|\Z)", re.DOTALL), "unknown tool"),
    (re.compile(r"Invalid arguments for tool "), "malformed"),
    (re.compile(r'Tool call ".{0,200}?" was not executed: the response hit the output'), "cut off"),
)
_RECEIVED = "\n\nReceived arguments:"


def kind(text: str) -> Kind | None:
    """None where the tool itself failed, or what pi says is not known."""
    return next((name for pattern, name in _KINDS if pattern.match(text)), None)


def complaints(text: str) -> list[str]:
    """`path: missing`, …: what pi found wrong, without the arguments it repeats behind them."""
    if kind(text) != "invalid":
        return []
    lines = text.partition(_RECEIVED)[0].splitlines()[1:]
    found = [line.strip().removeprefix("- ")[:LONGEST] for line in lines if line.strip()]
    return found[:COMPLAINTS_KEPT]
