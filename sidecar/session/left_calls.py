"""A leaked call that stays text → a line for the person, with the one command that would have it run."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.core.blocks import LeftAsText
from sidecar.core.printable import one_line

OFF = "leaked calls of this model are left as text"
STRIPPED = "leaked calls of this model are cut out"


def line(left: Sequence[LeftAsText], model: str) -> str | None:
    """One line for a message, None where nothing stayed text. `model`: the id of the one that wrote it."""
    if not left:
        return None
    first = left[0]
    more = f", and {len(left) - 1} more" if len(left) > 1 else ""
    what = f"a call of {one_line(first.name)}" if first.name else "what looks like a tool call"
    if first.reason in (OFF, STRIPPED):
        gone = ", which was cut out" if first.reason == STRIPPED else ""
        on = f"/toolrecovery grammar on {model}" if model else "/toolrecovery grammar on"
        return f"toolrecovery: {model or 'the model'} wrote {what} as text{more}{gone}. {on} runs such calls."
    allow = " /toolrecovery grammar allow lets it run." if first.shown else ""
    return f"toolrecovery: {what} stayed text{more}: {first.reason}.{allow}"
