"""`/toolrecovery why [n]`: one call before and after, what was wrong with it, which rules, at what cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sidecar.session.display import diff, money, number_in, times, when

from .context import CommandContext, Reply, Word
from .kept import with_values
from .log import LINES, in_short, outcome

if TYPE_CHECKING:
    from sidecar.state.journal.read import Entry


def run(context: CommandContext, args: str) -> Reply:
    found = find(context, args, "why")
    if isinstance(found, Reply):
        return found
    lines = _lines(with_values(context, found))
    if context.store.current.marks_strict(found.model):
        lines.append(f"the tools of {found.model} are marked strict now")
    return Reply("\n".join(lines))


def find(context: CommandContext, args: str, verb: str, *, repaired: bool = False) -> Entry | Reply:
    """The entry with the number `log` shows; without one the last of this session, else of all.

    `repaired`: without a number, the last one that was repaired.
    """
    from sidecar.state.journal import read

    number = number_in(args) if args else None
    if args and number is None:
        return Reply(f"Give a number that log shows: {verb} 12", "warning")
    if number is None and context.store.current.journal == "off":  # an older call is not the last one
        return context.nothing_yet(
            f"The last call was not kept; {verb} <n> goes by the number that log shows."
        )
    entry = read.entry(context.journal(), number, context.stored.session, repaired=repaired)
    if entry is not None:
        return entry
    if number is not None:
        return Reply(f"The journal has no entry #{number}; log shows the last ones.", "warning")
    return context.nothing_yet("Nothing was repaired yet.")


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    """The calls that `log` shows, by their numbers."""
    from sidecar.state.journal import read

    if not before:
        for entry in read.recent(context.journal(), LINES):
            yield Word(str(entry.id), in_short(entry))


def _lines(entry: Entry) -> list[str]:
    model = f", {entry.model}" if entry.model else ""
    lines = [f"#{entry.id}  {outcome(entry)}  {when(entry.at)}{model}"]
    if entry.called != entry.tool:
        lines += [f"- tool {entry.called}", f"+ tool {entry.tool}"]
    if entry.kind == "repair":
        leaked = entry.stage == "grammar" and entry.before == entry.after  # all of it is new to pi
        lines += diff(None, entry.after)[1:] if leaked else diff(entry.before, entry.after)
    else:
        lines += [f"  {line[2:]}" for line in diff(None, entry.before)[1:]]
        lines.append(f"why: {entry.reason}")
    if entry.violations:
        lines.append(f"wrong: {'; '.join(entry.violations)}")
    if entry.kind == "repair":
        lines.append(f"{_how(entry)}, {entry.ms:.1f} ms")
    if entry.calls:
        cost = f", {money(entry.cost)}" if entry.cost else ""
        lines.append(f"asked: {entry.asked}, {times(entry.calls, 'call')}, {entry.tokens} tokens{cost}")
    lines.append(_pi(entry))
    if not entry.whole:
        lines.append('values are not kept; "journal": "full" keeps them')
    return lines


def _how(entry: Entry) -> str:
    if entry.rules:
        return f"by {entry.stage}: {', '.join(entry.rules)}"
    return f"by {entry.stage}"


def _pi(entry: Entry) -> str:
    complaints = "; ".join(entry.complaints)
    if entry.taken_back:
        return f"pi still rejected the repaired call: {complaints or 'no reason known'}"
    if entry.kind == "left":
        return "pi saw no call in the text"
    if entry.kind == "guard":
        return "pi would have run it with a meaning nobody sent"
    if not entry.pi:
        return "pi would have run it as it was" if entry.stage != "grammar" else "pi saw no call in the text"
    verb = "would have said" if entry.kind == "repair" and not entry.observed else "said"
    return f"pi {verb} ({entry.pi}): {complaints}" if complaints else f"pi {verb}: {entry.pi}"
