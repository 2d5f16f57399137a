"""What a stage says: a tool that an odd name may mean, how sure that is, what becomes of the arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sidecar.core.blocks import JsonObject
from sidecar.core.proposals.proposal import Cost
from sidecar.core.toolset import Toolset

from .index import NameIndex


@dataclass(frozen=True, slots=True)
class Mapped:
    """Arguments in a shape the proposed tool may want. `rules` name the rules that do what was done.

    `notes` are the renames in words.
    """

    arguments: JsonObject
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


# The shapes the proposed tool may want. Empty: the call means something else, no proposal.
ArgumentsMap: TypeAlias = Callable[[JsonObject], Sequence[Mapped]]


@dataclass(frozen=True, slots=True)
class NameProposal:
    """`name` is an active tool.

    `how` names the stage for the record. `inner_arguments` is argument text that sat in the name or in a
    wrapper and stands for the call's arguments; it is read first, then `arguments_map` is applied, then the
    rules. With `strict_arguments` the outcome must also be free of undeclared keys.
    """

    name: str
    cost: Cost
    how: str
    arguments_map: ArgumentsMap | None = None
    inner_arguments: str | None = None
    strict_arguments: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """An odd name with what surrounds it. `arguments` is None where they could not be read yet."""

    name: str
    arguments: Mapping[str, Any] | None
    tools: Toolset
    index: NameIndex
    variants: tuple[str, ...]


Stage: TypeAlias = Callable[[Asked], Iterator[NameProposal]]
