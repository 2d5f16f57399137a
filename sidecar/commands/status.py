"""`/toolrecovery status`: what is on, who is asked, and what was repaired so far."""

from __future__ import annotations

from ..config import Config
from ..config_view import without_userinfo
from ..tally import Tally
from .desk import Desk, Reply


def run(desk: Desk, args: str) -> Reply:
    config = desk.store.current
    lines = [
        f"toolrecovery is {'on' if config.enabled else 'off'} (mode {config.mode}, sidecar {desk.version})",
        f"recovery model: {asked(config)}",
        f"repaired in this session: {_repaired(desk.tally)}",
    ]
    if desk.tally.model_calls:
        lines.append(f"asked the recovery model: {_spent(desk.tally)}")
    return Reply("\n".join(lines))


def asked(config: Config) -> str:
    if config.endpoint:
        return f"{config.endpoint.model_id} at {without_userinfo(config.endpoint.base_url)}"
    if config.model:
        return f"{config.model.provider}/{config.model.id}"
    return "none"


def _spent(tally: Tally) -> str:
    times = "once" if tally.model_calls == 1 else f"{tally.model_calls} times"
    cost = f", ${tally.cost:.4f}" if tally.cost else ""
    return f"{times}, {tally.tokens_in} tokens in, {tally.tokens_out} out{cost}"


def _repaired(tally: Tally) -> str:
    total = tally.repaired.total()
    if not total:
        return "nothing"
    stages = ", ".join(f"{count} by {stage}" for stage, count in sorted(tally.repaired.items()))
    back = f"; {tally.taken_back} taken back, pi still rejected them" if tally.taken_back else ""
    return f"{total} ({stages}){back}"
