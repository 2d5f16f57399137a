"""What a command sees and says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..config_store import ConfigStore
from ..tally import Tally

if TYPE_CHECKING:
    from ..learned import LearnedStore

Level: TypeAlias = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Desk:
    store: ConfigStore
    tally: Tally
    version: str
    learned: LearnedStore | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    level: Level = "info"


@dataclass(frozen=True, slots=True)
class Command:
    run: Callable[[Desk, str], Reply]
    summary: str
