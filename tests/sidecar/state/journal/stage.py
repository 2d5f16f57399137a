"""Messages as the engine judged them, on their way into a journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.session.journal_rows import Asked, Seen
from sidecar.session.messages import Task, toolset
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


def seen(given: JsonObject | None = None, **how: Any) -> Seen:
    given = given or message()
    tools = toolset([WRITE], Config())
    errors = how.pop("host_errors", {"c1": PI_SAYS})
    config = Config(grammar=GrammarConfig(enabled=how.pop("grammar", False)))
    task = Task(given, tools, config, host_errors=errors, model_id="m", stages=None)
    fields: dict[str, Any] = {
        "at": AT,
        "session": "s",
        "turn": "s-1",
        "whole": False,
        "observed": False,
        "provider": "mock",
        "model": "main-1",
        "message": given,
        "outcome": task.outcome,
        "tools": tools,
        "host_errors": errors,
        "phantom": task.phantom,
    }
    return Seen(**{**fields, **how})


ASKED = Asked("helper-1", calls=2, tokens_in=100, tokens_out=20, cost=0.5)


class Kept:
    """A journal in a folder, with what it told the person. Time stands at AT."""

    def __init__(self, folder: Path) -> None:
        self.told: list[str] = []
        self.journal = Journal(lambda: folder / "state" / "journal.sqlite3", self.told.append, lambda: AT)

    @property
    def path(self) -> Path:
        return self.journal.path

    def put(self, *all_seen: Seen) -> None:
        for one in all_seen:
            self.journal.put(one)
        assert self.journal.flush(HANGS_S)
