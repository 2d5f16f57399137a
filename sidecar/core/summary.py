"""A repair in a few words, for a log line or the footer: `write: filename → path`."""

from __future__ import annotations

from collections.abc import Sequence

from .patch import dotted
from .proposals.proposal import Proposal

STEPS_SHOWN = 3


def summarise(tool_before: str, tool_after: str, steps: Sequence[Proposal], notes: Sequence[str] = ()) -> str:
    """`notes` are repairs that are no edits, such as "JSON text read"."""
    parts = [f"{tool_before or 'no name'} → {tool_after}"] if tool_before != tool_after else []
    parts += notes
    parts += [_words(step) for step in steps]
    shown = list(dict.fromkeys(parts))
    more = f" and {len(shown) - STEPS_SHOWN} more" if len(shown) > STEPS_SHOWN else ""
    return f"{tool_after}: {', '.join(shown[:STEPS_SHOWN])}{more}"


def _words(step: Proposal) -> str:
    edit, *more = step.edits
    if step.rule.startswith("rename"):
        return f"{edit.source[-1]} → {edit.path[-1]}"
    if edit.op != "remove":
        return f"{dotted(edit.path) if edit.path else 'arguments'}: {step.rule}"
    moved_to = [other.path for other in more if other.op == "add"]
    return f"{dotted(edit.path)} → {dotted(moved_to[0])}" if moved_to else f"{dotted(edit.path)} dropped"
