"""What a message needs of whoever recovers its calls: ask, and be told when a run begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from sidecar.core.blocks import Answer, Question
from sidecar.core.toolset import Toolset
from sidecar.settings.config import Config


class Usage(Protocol):
    @property
    def input(self) -> int: ...
    @property
    def output(self) -> int: ...
    @property
    def cost(self) -> float: ...


class RecoveryResult(Protocol):
    """`answers` and `declined` (the reason) are by call id. `troubles`: what a person should hear of."""

    @property
    def answers(self) -> Mapping[str, Answer]: ...
    @property
    def declined(self) -> Mapping[str, str]: ...
    @property
    def troubles(self) -> tuple[str, ...]: ...
    @property
    def calls(self) -> int: ...
    @property
    def usage(self) -> Usage: ...


class Recovery(Protocol):
    """`tools` are what an answer may name, and what it is judged by. Only cancellation leaves `ask`."""

    async def ask(
        self, questions: tuple[Question, ...], tools: Toolset, config: Config
    ) -> RecoveryResult: ...

    def run_started(self) -> None:
        """A user's prompt began: what is counted per run starts again."""


# The recoverer that a configuration asks for; None where it asks for none.
Connect: TypeAlias = Callable[[Config], Recovery | None]
