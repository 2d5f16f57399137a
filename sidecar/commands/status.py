"""`/toolrecovery status`: what is on, who is asked, and what was repaired so far."""

from __future__ import annotations

import sys
from pathlib import Path

from sidecar import __version__
from sidecar.paths import debug_log
from sidecar.recovery import probe
from sidecar.session.display import money, times
from sidecar.session.tally import Tally
from sidecar.settings.config import Config
from sidecar.settings.view import without_userinfo

from . import strict
from .context import CommandContext, Reply
from .grammar import state


def run(context: CommandContext, args: str) -> Reply:
    config = context.store.current
    lines = [
        f"toolrecovery is {'on' if config.enabled else 'off'} (mode {config.mode}, sidecar {__version__})",
        f"recovery model: {asked(config)}{_answers(config)}",
        f"leaked grammar: {state(config, context.facts.model)}",
    ]
    if config.strict.models:
        lines.append(f"strict tools: {strict.state(context, context.facts.model).removeprefix('strict is ')}")
    if config.debug:
        lines.append(f"debug log, with values: {debug_log(context.stored.environ)}")
    if context.in_session:
        memory = _megabytes()
        lines += [f"sidecar memory: {memory} MB"] if memory else []
        lines.append(f"repaired in this session: {_repaired(context.tally)}")
        if context.tally.turns_saved:
            lines.append(f"saved in this session: {times(context.tally.turns_saved, 'turn')}")
        if context.tally.blocked:
            lines.append(f"blocked in this session: {times(context.tally.blocked, 'call')}")
        if context.tally.left_as_text:
            lines.append(f"left as text in this session: {times(context.tally.left_as_text, 'leaked call')}")
    if context.tally.model_calls:
        lines.append(f"asked the recovery model: {_spent(context.tally)}")
    return Reply("\n".join(lines))


def asked(config: Config) -> str:
    if config.endpoint:
        return f"{config.endpoint.model_id} at {without_userinfo(config.endpoint.base_url)}"
    if config.model:
        return f"{config.model.provider}/{config.model.id}"
    return "none"


def _answers(config: Config) -> str:
    """Whether the endpoint answers; "" for a model of pi, which pi reaches itself."""
    if config.endpoint is None:
        return ""
    trouble = probe.trouble(config.endpoint.base_url)
    return f" (does not answer: {trouble})" if trouble else " (answers)"


def _megabytes() -> int:
    """Resident memory now, or its peak where only that is known; 0 where neither is."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return _peak()
    import resource

    return pages * resource.getpagesize() // 1_000_000


def _peak() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1_000_000 if sys.platform == "darwin" else 1_000)


def _spent(tally: Tally) -> str:
    often = "once" if tally.model_calls == 1 else f"{tally.model_calls} times"
    cost = f", {money(tally.cost)}" if tally.cost else ""
    return f"{often}, {tally.tokens_in} tokens in, {tally.tokens_out} out{cost}"


def _repaired(tally: Tally) -> str:
    total = tally.repaired.total()
    if not total:
        return "nothing"
    stages = ", ".join(f"{count} by {stage}" for stage, count in sorted(tally.repaired.items()))
    back = f"; {tally.taken_back} taken back, pi still rejected them" if tally.taken_back else ""
    return f"{total} ({stages}){back}"
