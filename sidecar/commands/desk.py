"""What a command sees and says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sidecar.session.recording import Witness
from sidecar.session.tally import Tally
from sidecar.settings.store import ConfigStore

if TYPE_CHECKING:
    from sidecar.results.session import ResultSession
    from sidecar.state.learned import LearnedStore

Level: TypeAlias = Literal["info", "warning", "error"]


@dataclass(slots=True)
class Scene:
    """What a session has seen of its host."""

    cwd: str = ""
    provider: str = ""
    model: str = ""
    tools: Sequence[Mapping[str, Any]] | None = None  # the latest list
    host: Mapping[str, Sequence[str]] = field(default_factory=dict)  # PROTOCOL's HostView
    ended: Sequence[str] = ()  # why the sidecar before this one ended, and the last lines it wrote

    def spoke(self, model: Mapping[str, Any] | None) -> None:
        if model:
            self.provider, self.model = str(model.get("provider", "")), str(model["id"])


@dataclass(frozen=True, slots=True)
class Desk:
    """`models`: what the host can use, each with `provider` and `id`; None where it was not said."""

    store: ConfigStore
    tally: Tally
    version: str
    results: ResultSession | None = None
    versions: Mapping[str, str] = field(default_factory=dict)  # of everything that took part
    environ: Mapping[str, str] = field(default_factory=dict)
    learned: LearnedStore | None = None
    models: Sequence[Mapping[str, Any]] | None = None
    scene: Scene = field(default_factory=Scene)
    witness: Witness = field(default_factory=Witness)

    @property
    def in_session(self) -> bool:
        """Not on the shell, where no pi took part."""
        return bool(self.versions)


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    level: Level = "info"


@dataclass(frozen=True, slots=True)
class Word:
    """One that may be typed next."""

    name: str
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """`slow`: it may look at the network or at many files, so nothing else waits for it."""

    run: Callable[[Desk, str], Reply]
    summary: str
    slow: bool = False
