"""Findings → a page for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.session.display import bars, money, times
from sidecar.session.past.edits import EditCounts
from sidecar.session.past.strict import StrictCounts

from .findings import KINDS, Findings, Share, Spent

ROWS = 12


def render(found: Findings) -> str:
    calls = found.counts.calls.total()
    lines = [
        f"{times(found.files, 'session')}, {found.bytes / 1e6:.1f} MB, {times(calls, 'tool call')} in "
        f"{times(found.counts.turns, 'turn')}"
    ]
    if found.counts.broken:
        lines.append(f"{times(found.counts.broken, 'broken line')} passed over")
    lines += [f"not readable: {path}" for path in found.unread]
    lines += _edits(found.counts.edits)
    lines += _strict(found.counts.strict)
    if not found.total.failed:
        return "\n".join([*lines, "no call was rejected by pi"])
    lines += [
        f"{times(found.total.failed, 'failure')}; {found.total.repaired} would have been repaired "
        f"({_part(found.total)})",
        f"lost: {_spent(found.lost)}; of these would have been saved: {_spent(found.saved)}",
        *_table("what failed", {KINDS.get(kind, kind): share for kind, share in found.kinds.items()}),
        *_table("by tool", found.tools),
        *_table("by model", found.models),
        *bars("repaired by", found.rules),
        *bars("not repaired because", found.reasons),
    ]
    return "\n".join(lines)


def _edits(counts: EditCounts) -> list[str]:
    """The edits that failed, by what later edits show: what the files held then is not known."""
    if not counts.failed:
        return []
    said = (
        f"{times(counts.calls, 'edit')}, {counts.failed} failed; by the later edits of the same place"
        f" {counts.repaired.total()} would have been repaired before they ran, {counts.explained} explained"
    )
    return [said, *bars("edits repaired by", counts.repaired)]


def _strict(counts: StrictCounts) -> list[str]:
    """Turns with a mistake of the models whose tools were marked strict, before and while they were."""
    lines = []
    for model in counts.marked_models():
        parts = [
            f"{name} {counts.slips[model, strict]} of {times(counts.turns[model, strict], 'turn')}"
            f" ({100 * counts.slips[model, strict] / counts.turns[model, strict]:.1f} in 100)"
            for name, strict in (("without", False), ("marked strict", True))
            if counts.turns[model, strict]
        ]
        lines.append(f"  {model}  {', '.join(parts)}")
    return ["turns with a mistake", *lines] if lines else []


def _table(title: str, shares: Mapping[str, Share]) -> list[str]:
    """Failed and repaired, the most failures first."""
    ranked = sorted(shares.items(), key=lambda item: -item[1].failed)
    shown, rest = ranked[:ROWS], ranked[ROWS:]
    widest = max((len(name) for name, _ in shown), default=0)
    lines = [
        f"  {name:<{widest}}  {share.failed:>6} failed  {share.repaired:>6} repaired  {_part(share):>4}"
        for name, share in shown
    ]
    return [title, *lines, *([f"  and {len(rest)} more"] if rest else [])]


def _part(share: Share) -> str:
    return f"{share.repaired / share.failed:.0%}"


def _spent(spent: Spent) -> str:
    cost = f", {money(spent.cost)}" if spent.cost else ""
    return f"{times(spent.turns, 'turn')}, {spent.tokens:,} tokens{cost}"
