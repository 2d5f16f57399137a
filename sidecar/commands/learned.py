"""`/toolrecovery learned`: what recovery models taught, numbered, in words."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sidecar.errors import StateError

from .context import CommandContext, Reply

if TYPE_CHECKING:
    from sidecar.state.learned import Learned


def run(context: CommandContext, args: str) -> Reply:
    off = "" if context.store.current.learning else "Learning is off: nothing is used, nothing is added.\n"
    try:
        learned = context.stored.learned.all() if context.stored.learned else []
    except StateError as error:
        return Reply(str(error), "error")
    if not learned:
        return Reply(f"{off}Nothing was learned yet.")
    lines = [line(number, one, context.facts.cwd) for number, one in enumerate(learned, 1)]
    return Reply("\n".join([f"{off}Learned from a recovery model, now done without asking:", *lines]))


def line(number: int, one: Learned, here: str) -> str:
    """`here` is the folder of the session, which goes without saying."""
    from sidecar.core.learned import in_words  # at first use, like all of the core

    day = time.strftime("%Y-%m-%d", time.localtime(one.learned_at))
    uses = "not used since" if not one.uses else f"used {'once' if one.uses == 1 else f'{one.uses} times'}"
    where = "" if one.project == here else f", in {one.project}"
    return f"  {number}. {in_words(one.shape)} (learned {day}, {uses}{where})"
