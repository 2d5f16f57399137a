"""pi as the session sees it: what it told about itself, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from sidecar.core.blocks import JsonObject

Level: TypeAlias = Literal["info", "warning", "error"]


class Host(Protocol):
    """rpc's Host, or a fake in a test."""

    def status(self, text: str) -> None:
        """Show `text` in pi's footer; "" removes it."""

    def state(self, state: Mapping[str, bool]) -> None:
        """Tell the bridge what is worth sending from now on; see `notices.state`."""

    def notify(self, text: str, level: Level) -> None:
        """Show a line to the person."""

    async def request(self, method: str, params: JsonObject) -> Any:
        """The host's result. Raises HostError."""


@dataclass(frozen=True, slots=True)
class Deferred:
    """A result that takes a while. `start` returns the coroutine that ends with it."""

    start: Callable[[], Coroutine[Any, Any, JsonObject]]


@dataclass(slots=True)
class SessionFacts:
    """`model`: id of the model that wrote the last message, "" before. `tools`: the latest list, as pi-bridge
    sent it. `host`: paths and words under `lacks`, `copies` and `extensions` (PROTOCOL's HostView).
    `last_words`: why the sidecar before this one ended, and the last lines it logged. `versions`: of pi,
    bridge and sidecar; empty outside pi. `base_url`: of the model's server, "" where it is not known.
    `strict_mode`: pi itself marks tools strict for the model. `strict_refused`: models whose server refused
    tools that were marked strict. `mode`: pi's: tui, rpc, json or print.
    """

    cwd: str = ""
    model: str = ""
    tools: Sequence[Mapping[str, Any]] | None = None
    host: Mapping[str, Sequence[str]] = field(default_factory=dict)
    last_words: Sequence[str] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    base_url: str = ""
    strict_mode: bool = False
    strict_refused: set[str] = field(default_factory=set)
    mode: str = ""

    def wrote(self, model: str, base_url: str, strict_mode: bool) -> None:
        """`model` wrote a message."""
        self.model, self.base_url, self.strict_mode = model, base_url, strict_mode
