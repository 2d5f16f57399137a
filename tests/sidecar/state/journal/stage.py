"""Messages as the engine judged them, on their way into a journal."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.session.core_input import toolset
from sidecar.session.journal_rows import Asked, Judged, MessageEntry, Origin, complaints_of, rows
from sidecar.session.messages import HostReport, RepairRequest, Task
from sidecar.settings.config import Config, GrammarConfig
from sidecar.state.journal import Journal
from tests.sidecar.peer import WRITE

AT = 1_800_000_000.0
HANGS_S = 30
RECEIVED = 'Received arguments:\n{"filename": "secret.txt"}'
PI_SAYS = f'Validation failed for tool "write":\n  - path: missing\n\n{RECEIVED}'
WRONG = {"filename": "secret.txt", "content": "the secret text"}


def message(arguments: Any = WRONG, name: str = "write", call: str = "c1", **block: Any) -> JsonObject:
    calls = [{"type": "toolCall", "id": call, "name": name, "arguments": arguments, **block}]
    return {"role": "assistant", "stopReason": "toolUse", "content": calls}


def judged(given: JsonObject | None = None, **how: Any) -> MessageEntry:
    """`how`: fields of RepairRequest (`host_errors`), of the configuration (`grammar`), of MessageEntry."""
    given = given or message()
    tools = toolset([WRITE], Config())
    errors = how.pop("host_errors", {"c1": PI_SAYS})
    config = Config(grammar=GrammarConfig(enabled=how.pop("grammar", False)))
    task = Task(RepairRequest(given, HostReport(errors), model_id="m"), tools, config)
    origin = Origin(
        how.pop("at", AT), how.pop("session", "s"), how.pop("turn", "s-1"), "mock", how.pop("model", "main-1")
    )
    outcome = Judged(given, how.pop("outcome", task.outcome), tools, errors, how.pop("phantom", task.phantom))
    return MessageEntry(origin, outcome, **how)


ASKED = Asked("helper-1", calls=2, tokens_in=100, tokens_out=20, cost=0.5)


class Kept:
    """A journal in a folder, with what it told the person. Time stands at AT."""

    def __init__(self, folder: Path) -> None:
        self.told: list[str] = []
        self.journal = Journal(lambda: folder / "state" / "journal.sqlite3", self.told.append, lambda: AT)

    @property
    def path(self) -> Path:
        return self.journal.path

    def put(self, *entries: MessageEntry) -> None:
        for each in entries:
            self.journal.put(partial(rows, each))
        assert self.journal.flush(HANGS_S)

    def take_back(self, session: str, call: str, error: str) -> None:
        self.journal.take_back(session, call, partial(complaints_of, error))
