"""A message's outcome → journal, debug log and notes. Each can be off; none delays a repair."""

from __future__ import annotations

import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.core.blocks import JsonObject
from sidecar.settings.config import Config
from sidecar.state.journal import Journal

from .call_values import KeptValues

if TYPE_CHECKING:
    from sidecar.recovery import RecoveryResult
    from sidecar.state.journal.file import TurnCount

    from .journal_rows import Asked
    from .messages import Task
    from .notes import Notes

WRITTEN_EVERY = 50  # turns and mistakes

log = logging.getLogger("toolrecovery")


class Recorder:
    def __init__(
        self, journal: Journal, debug_log: Callable[[], Path], clock: Callable[[], float] = time.time
    ) -> None:
        """`debug_log`: its path, asked for when it is written. `clock`: seconds since the epoch."""
        self.journal = journal
        self._notes: Notes | None = None
        self.values = KeptValues()
        self._counted: Counter[tuple[str, bool, str]] = Counter()
        self.session = secrets.token_hex(6)  # tells this session's rows from others'
        self._debug_log, self._clock, self._turns = debug_log, clock, count(1)

    def turn(self, model: str, strict: bool, slipped: bool, config: Config) -> None:
        """A turn of `model`. They are counted in memory and written every WRITTEN_EVERY of them."""
        if config.journal == "off" or config.mode == "observe":
            return
        self._counted[model, strict, "turns"] += 1
        self._counted[model, strict, "slips"] += slipped
        if self._counted.total() >= WRITTEN_EVERY:
            self.write_turns()

    def write_turns(self) -> None:
        """Also at the end of the session, and before somebody reads them."""
        counted, self._counted = self._counted, Counter()
        if counted:
            self.journal.count(partial(_turn_counts, counted))

    def message(self, task: Task, config: Config, recovery: RecoveryResult | None = None) -> None:
        """Called once the outcome of `task` is final. `recovery`: what asking for it gave and took."""
        outcome = task.outcome
        found = outcome.repairs or outcome.declined or outcome.guards or outcome.left
        if not (found or recovery or task.phantom):
            return
        self.values.add(task.request.message, outcome)
        if config.debug:
            self._debug(task)
        if config.mode == "repair" and config.notes == "first":
            from .notes import Notes

            self._notes = self._notes or Notes()
            self._notes.repaired(outcome.repairs)
        if config.journal != "off":
            self._journal(task, config, recovery)

    def _journal(self, task: Task, config: Config, recovery: RecoveryResult | None) -> None:
        from .journal_rows import Judged, MessageEntry, Origin, rows

        request, turn = task.request, f"{self.session}-{next(self._turns)}"
        entry = MessageEntry(
            Origin(self._clock(), self.session, turn, request.provider, request.model_id or ""),
            Judged(request.message, task.outcome, task.tools, request.host.host_errors, task.phantom),
            whole=config.journal == "full",
            observed=config.mode == "observe",
            asked=_asked(config, recovery) if recovery and recovery.calls else None,
        )
        self.journal.put(partial(rows, entry))

    def _debug(self, task: Task) -> None:
        from sidecar.state.debug_log import append

        from .debug_lines import lines

        written = list(lines(task.plan.message, task.outcome))
        try:
            append(self._debug_log(), written)
        except OSError as error:
            log.warning("the debug log cannot be written: %s", error)
        for line in written:
            log.warning("[toolrecovery] %s", line)

    def with_note(self, answer: JsonObject, call_id: str) -> JsonObject:
        """`answer` of result/observe, with the note for the model where one is due."""
        note = self._notes.under(call_id) if self._notes else None
        if note is None:
            return answer
        return {"append": "\n".join(part for part in (answer.get("append"), note) if part)}

    def rejected(self, call_id: str, error: str, config: Config) -> None:
        """pi refused the repaired call with the text `error`."""
        if config.journal != "off":
            from .journal_rows import complaints_of

            self.journal.take_back(self.session, call_id, partial(complaints_of, error))


def _turn_counts(counted: Counter[tuple[str, bool, str]]) -> list[TurnCount]:
    from sidecar.state.journal.file import TurnCount

    kinds = {(model, strict) for model, strict, _ in counted}
    return [
        TurnCount(model, strict, counted[model, strict, "turns"], counted[model, strict, "slips"])
        for model, strict in sorted(kinds)
    ]


def _asked(config: Config, recovery: RecoveryResult) -> Asked:
    from .journal_rows import Asked

    chosen = config.endpoint
    name = chosen.model_id if chosen else f"{config.model.provider}/{config.model.id}" if config.model else ""
    usage = recovery.usage
    return Asked(name, recovery.calls, usage.input, usage.output, usage.cost)
