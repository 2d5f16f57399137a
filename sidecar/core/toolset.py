"""The tools of one request, by name, with their contracts compiled when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from .blocks import JsonObject, Tool
from .schema.contract import Contract, contract

Made = TypeVar("Made")

# An odd name and the call's arguments, None where they are not known → the active tools it may mean.
Meaning: TypeAlias = "Callable[[str, Toolset, Mapping[str, Any] | None], Sequence[str]]"
# A call's name and arguments → those of the call that runs; None where none does.
Mend: TypeAlias = "Callable[[str, Mapping[str, Any]], tuple[str, JsonObject] | None]"


class Toolset:
    """Every tool the host declared. Only the active ones can be called."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools: dict[str, Tool] = {tool.name: tool for tool in tools}
        self._contracts: dict[str, Contract] = {}
        self._kept: dict[Any, Any] = {}
        self._meaning: Meaning | None = None
        self._mend: Mend | None = None
        self._meant: dict[str, Sequence[str]] = {}  # by a name alone

    @cached_property
    def active(self) -> Mapping[str, Tool]:
        return {name: tool for name, tool in self._tools.items() if tool.active}

    def declares(self, name: str) -> bool:
        """Whether there is a tool called exactly `name`, active or not."""
        return name in self._tools

    def get(self, name: str) -> Tool | None:
        """The active tool called exactly `name`."""
        tool = self._tools.get(name)
        return tool if tool is not None and tool.active else None

    def knowing(self, meaning: Meaning | None, mend: Mend) -> Toolset:
        """The same tools: `meant` finds them by what `meaning` says of a name, `mended` what `mend` makes."""
        same = copy(self)
        same._meaning, same._mend, same._meant = meaning, mend, {}
        return same

    def mended(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, JsonObject] | None:
        """The call of an active tool that a call is, as it stands or once the rules have mended it."""
        return self._mend(name, arguments) if self._mend is not None else None

    def meant(self, name: str, arguments: Mapping[str, Any] | None = None) -> Sequence[str]:
        """The active tools that a name may mean which none of them has."""
        if self._meaning is None:
            return ()
        if arguments is not None:
            return self._meaning(name, self, arguments)
        if name not in self._meant:
            self._meant[name] = self._meaning(name, self, None)
        return self._meant[name]

    def contract(self, name: str) -> Contract:
        """The contract of a declared tool. Raises UnusableSchemaError, and KeyError for an unknown name."""
        known = self._contracts.get(name)
        if known is None:
            known = self._contracts[name] = contract(self._tools[name].parameters)
        return known

    def kept(self, make: Callable[[Iterable[str]], Made]) -> Made:
        """What `make` makes of the active tools' names, made once."""
        if make not in self._kept:
            self._kept[make] = make(self.active)
        made: Made = self._kept[make]
        return made
