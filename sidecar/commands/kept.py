"""An entry of the journal with the values that the running session still has in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .context import CommandContext

if TYPE_CHECKING:
    from sidecar.state.journal.read import Entry


def with_values(context: CommandContext, entry: Entry) -> Entry:
    """The entry with the values of its call, which the running session has in memory."""
    kept = context.stored.values.get(entry.call) if entry.session == context.stored.session else None
    if kept is None or entry.whole:
        return entry
    return replace(
        entry,
        whole=True,
        before=kept.before,
        after=kept.after,
        summary=kept.summary or entry.summary,
        reason=kept.reason or entry.reason,
    )
