"""What became of each message → journal, debug log, notes. Each can be off; none delays a repair."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sidecar.core.blocks import JsonObject
from sidecar.settings.config import Config
from sidecar.state.journal import Journal

from .notes import Notes

if TYPE_CHECKING:
    from .messages import Task

log = logging.getLogger("toolrecovery")


class Spent(Protocol):
    """What asking a recovery model took, as far as its result says."""

    @property
    def calls(self) -> int: ...
    @property
    def usage(self) -> Any: ...


class Witness:
    """One session's. `journal` None: nothing is kept, as outside pi. `debug_log` is asked for at use."""

    def __init__(
        self,
        journal: Journal | None = None,
        clock: Callable[[], float] = time.time,
        debug_log: Callable[[], Path] | None = None,
    ) -> None:
        self.journal, self.notes, self.debug_log = journal, Notes(), debug_log
        self.session = secrets.token_hex(6)
        self._clock, self._turns = clock, count(1)

    def message(self, task: Task, config: Config, given: JsonObject, spent: Spent | None = None) -> None:
        """`given`: the params of message/repair. Called once the outcome stands."""
        outcome = task.outcome
        if not (outcome.repairs or outcome.declined or outcome.guards or spent or task.phantom):
            return
        if config.debug:
            self._debug(task)
        if config.mode == "repair" and config.notes == "first":
            self.notes.repaired(outcome.repairs)
        if self.journal is not None and config.journal != "off":
            from .journal_rows import Seen

            model: Mapping[str, Any] = given.get("model") or {}
            self.journal.put(
                Seen(
                    at=self._clock(),
                    session=self.session,
                    turn=f"{self.session}-{next(self._turns)}",
                    whole=config.journal == "full",
                    observed=config.mode == "observe",
                    provider=str(model.get("provider", "")),
                    model=str(model.get("id", "")),
                    message=given["message"],
                    outcome=outcome,
                    tools=task.tools,
                    host_errors=given.get("hostErrors") or {},
                    asked=_asked(config, spent) if spent and spent.calls else None,
                    phantom=task.phantom,
                )
            )

    def _debug(self, task: Task) -> None:
        from sidecar.state.debug_log import append, lines

        said = list(lines(task.plan.message, task.outcome))
        try:
            if self.debug_log is not None:
                append(self.debug_log(), said)
        except OSError as error:
            log.warning("the debug log cannot be written: %s", error)
        for line in said:
            log.warning("[toolrecovery] %s", line)

    def noted(self, answer: JsonObject, call_id: str) -> JsonObject:
        """The answer of result/observe, with the note for the model where one is due."""
        note = self.notes.under(call_id)
        if note is None:
            return answer
        return {"append": "\n".join(part for part in (answer.get("append"), note) if part)}

    def flush(self, timeout: float) -> None:
        if self.journal is not None:
            self.journal.flush(timeout)

    def rejected(self, call_id: str, error: str, config: Config) -> None:
        """pi still refused the repaired call, which is as the model sent it again."""
        if self.journal is not None and config.journal != "off":
            self.journal.take_back(self.session, call_id, error)


def _asked(config: Config, spent: Spent) -> Any:
    from .journal_rows import Asked

    chosen = config.endpoint
    name = chosen.model_id if chosen else f"{config.model.provider}/{config.model.id}" if config.model else ""
    usage = spent.usage
    return Asked(name, spent.calls, usage.input, usage.output, usage.cost)
