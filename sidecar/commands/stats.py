"""`/toolrecovery stats [days]`: what was repaired, by tool, rule, model and day, and what it saved."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sidecar.session.display import bars, money, number_in, times

from .context import CommandContext, Reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidecar.state.journal.read import Sums, Turns

DAYS = 30
DAY_S = 86_400
MODELS_SHOWN = 12


def _outcomes(sums: Sums) -> list[str]:
    """Counts that are not 0, on one line."""
    counted = {
        f"{times(sums.turns_saved, 'turn')} saved": sums.turns_saved,
        f"{times(sums.declined, 'call')} left alone": sums.declined,
        f"{sums.guards} blocked": sums.guards,
        f"{times(sums.left, 'leaked call')} left as text": sums.left,
        f"{sums.taken_back} taken back": sums.taken_back,
        f"{times(sums.phantoms, 'empty turn')} asked again": sums.phantoms,
    }
    shown = [what for what, count in counted.items() if count]
    return [", ".join(shown)] if shown else []


def _turns(models: Sequence[Turns]) -> list[str]:
    """How often each model makes a mistake, and whether its server's help shows."""
    lines = []
    for one in models[:MODELS_SHOWN]:
        said = [_share(one.turns, one.slips)] if one.turns else []
        said += [f"marked strict: {_share(one.strict_turns, one.strict_slips)}"] if one.strict_turns else []
        lines.append(f"  {one.model}  {'; '.join(said)}")
    return ["turns with a mistake", *lines] if lines else []


def _share(turns: int, slips: int) -> str:
    return f"{slips} of {times(turns, 'turn')} ({100 * slips / turns:.1f} in 100)"


def run(context: CommandContext, args: str) -> Reply:
    from sidecar.state.journal import read

    days = number_in(args) if args else DAYS
    if not days:
        return Reply("Give a number of days: stats 7", "warning")
    sums = read.sums(context.journal(), time.time() - days * DAY_S)
    total, observed = sums.stages.total(), sums.observed.total()
    span = f"in the last {times(days, 'day')}"
    if not (total or observed or sums.declined or sums.guards or sums.phantoms or sums.left):
        return context.nothing_yet(f"Nothing was repaired {span}.")
    stages = ", ".join(f"{count} by {stage}" for stage, count in sums.stages.most_common())
    lines = [f"{times(total, 'call')} repaired {span}" + (f" ({stages})" if stages else "")]
    lines += _outcomes(sums)
    if sums.calls:
        cost = f", {money(sums.cost)}" if sums.cost else ""
        lines.append(
            f"{times(sums.calls, 'model call')}: {sums.tokens_in} tokens in, {sums.tokens_out} out{cost}"
        )
    lines += bars("by tool", sums.tools)
    lines += bars("by rule", sums.rules)
    lines += bars("by model", sums.models)
    lines += bars("by day", sums.days, in_order=True)
    lines += _turns(read.turns(context.journal(), time.time() - days * DAY_S))
    if observed:
        lines += bars(f"mode observe would have repaired {times(observed, 'call')}", sums.observed)
    return Reply("\n".join(lines))
