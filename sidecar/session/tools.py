"""The bridge's tool lists, by key → toolsets, built again where the settings of a tool changed."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sidecar.errors import UnknownToolsError
from sidecar.settings.config import Config

if TYPE_CHECKING:  # the core is imported after `initialize` is answered
    from sidecar.core.toolset import Toolset

MOST = 4  # of older ones the bridge sends the list again


@dataclass(frozen=True, slots=True)
class _Known:
    wire: list[Any]
    built_for: Config
    tools: Toolset


class ToolLists:
    def __init__(self) -> None:
        self._known: OrderedDict[str, _Known] = OrderedDict()

    def put(self, key: str, wire: list[Any], config: Config) -> None:
        from .core_input import toolset

        self._known[key] = _Known(wire, config, toolset(wire, config))
        self._known.move_to_end(key)
        while len(self._known) > MOST:
            self._known.popitem(last=False)

    def get(self, key: str, config: Config) -> Toolset:
        """Raises UnknownToolsError."""
        known = self._known.get(key)
        if known is None:
            raise UnknownToolsError(f"no tool list has the key {key!r}: send tools/set")
        if known.built_for.tools is not config.tools and known.built_for.tools != config.tools:
            self.put(key, known.wire, config)
        self._known.move_to_end(key)
        return self._known[key].tools

    def latest(self) -> tuple[list[Any], Toolset]:
        """The list that came or was used last, as it came and as a toolset; empty before the first."""
        from sidecar.core.toolset import Toolset

        known = next(reversed(self._known.values()), None)
        return (known.wire, known.tools) if known is not None else ([], Toolset(()))
