"""What a command sees and says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ..config_store import ConfigStore
from ..tally import Tally

Level: TypeAlias = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Desk:
    """`models`: what the host can use, each with `provider` and `id`."""

    store: ConfigStore
    tally: Tally
    version: str
    models: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    level: Level = "info"


@dataclass(frozen=True, slots=True)
class Command:
    run: Callable[[Desk, str], Reply]
    summary: str
