"""What a command is given and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidecar.core.blocks import LeftAsText
from sidecar.errors import StateError
from sidecar.session.host import Level, SessionFacts
from sidecar.session.tally import Tally
from sidecar.settings.store import ConfigStore
from sidecar.state.journal import Journal

if TYPE_CHECKING:
    from sidecar.results.session import ResultSession
    from sidecar.session.call_values import CallValues
    from sidecar.state.learned import LearnedStore

FLUSH_S = 1.0


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that takes one of `values`."""

    key: str
    value: str
    values: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Reply:
    """`again`: a note with which the model is asked again. `switches`: what `text` shows, for a page."""

    text: str
    level: Level = "info"
    again: str = ""
    switches: tuple[Switch, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """One that may be typed next."""

    name: str
    summary: str = ""


@dataclass(frozen=True, slots=True)
class StoredState:
    """What is kept on this machine. `session`: the name of this session's rows in the journal.

    `values`: by call id, what the running session has in memory of a call.
    """

    environ: Mapping[str, str] = field(default_factory=dict)
    journal: Journal | None = None
    session: str = ""
    learned: LearnedStore | None = None
    values: Mapping[str, CallValues] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CommandContext:
    """`models`: those that pi can use, each with `provider` and `id`; None where pi did not say.

    `allow`: allows the leaked calls that were refused last because the model was shown them, and says which.
    """

    store: ConfigStore
    tally: Tally = field(default_factory=Tally)
    facts: SessionFacts = field(default_factory=SessionFacts)
    stored: StoredState = field(default_factory=StoredState)
    results: ResultSession | None = None
    models: Sequence[Mapping[str, Any]] | None = None
    allow: Callable[[], Sequence[LeftAsText]] = tuple

    @property
    def in_session(self) -> bool:
        """False on the shell, where no pi takes part."""
        return bool(self.facts.versions)

    def journal(self) -> Path:
        """The journal's file, with everything written that waits to be. Raises StateError."""
        if self.stored.journal is None:
            raise StateError("this session keeps no journal")
        self.stored.journal.flush(FLUSH_S)
        return self.stored.journal.path

    def nothing_yet(self, text: str) -> Reply:
        """`text`, and how to turn the journal on where it is off."""
        if self.store.current.journal == "off":
            return Reply(f'{text} The journal is off: set "journal": "shapes" in {self.store.path}.')
        return Reply(text)

    def save(self, patch: dict[str, object], text: str) -> Reply:
        """Put `patch` in force; `text` says so."""
        unsaved = self.store.save(patch)
        if unsaved:
            return Reply(f"{text}, for this session only: {unsaved}", "warning")
        return Reply(text)


@dataclass(frozen=True, slots=True)
class Command:
    """A verb, in the file of its name. `slow`: it may look at the network or at many files, so nothing else
    waits for it. `completes`: its file has `next_words`, the words that may follow those already typed."""

    summary: str
    slow: bool = False
    completes: bool = False
