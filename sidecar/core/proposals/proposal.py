"""What a rule says: edits that would answer a violation, and how sure the step is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from sidecar.core.patch import Edit, Patch

if TYPE_CHECKING:
    from sidecar.core.schema.violation import Violation

    from .state import State


class Cost(IntEnum):
    """How far a step is from what the model wrote. A chain's cost is the sum."""

    EXACT = 1  # the same name or value in another spelling, a lossless cast
    KNOWN = 2  # a curated alias, a wrapper taken off, JSON text read as what it is
    LIKELY = 5  # a word or plural more or less; one value wrapped or unwrapped
    GUESS = 9  # a typo, or the last one left


@dataclass(frozen=True, slots=True)
class Proposal:
    """Edits that belong together. `rule` is filled in by the engine from the rule that spoke."""

    edits: Patch
    cost: Cost
    rule: str = ""


def propose(cost: Cost, *edits: Edit) -> Proposal:
    return Proposal(edits, cost)


Propose: TypeAlias = "Callable[[Violation, State], Iterator[Proposal]]"


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule and the JSON Schema keywords that wake it."""

    name: str
    keywords: frozenset[str]
    propose: Propose


def rule(*keywords: str) -> Callable[[Propose], Rule]:
    """Make `propose` of a module in `rules/` its rule. The name is the module's, with dashes."""

    def named(function: Propose) -> Rule:
        name = function.__module__.rpartition(".")[2].replace("_", "-")
        return Rule(name, frozenset(keywords), function)

    return named
