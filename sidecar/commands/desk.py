"""What a command sees and says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..config_store import ConfigStore
from ..tally import Tally

if TYPE_CHECKING:
    from ..learned import LearnedStore
    from ..results.session import ResultSession

Level: TypeAlias = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Desk:
    """`models`: what the host can use, each with `provider` and `id`."""

    store: ConfigStore
    tally: Tally
    version: str
    results: ResultSession | None = None
    versions: Mapping[str, str] = field(default_factory=dict)  # of everything that took part
    environ: Mapping[str, str] = field(default_factory=dict)
    learned: LearnedStore | None = None
    models: Sequence[Mapping[str, Any]] = ()  # that pi can ask


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    level: Level = "info"


@dataclass(frozen=True, slots=True)
class Command:
    run: Callable[[Desk, str], Reply]
    summary: str
