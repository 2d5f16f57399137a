"""The search: rules propose, the engine applies, the contract judges; cheapest wins, a tie is declined.

Only a state without hard violations is accepted, so a rule may be bold and still cannot make a call worse.
The same slip in every item of an array counts as one step, and so does the same sure slip in several keys.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from sidecar.core.blocks import Effect, JsonObject, JsonValue, Path
from sidecar.core.budget import OUT_OF_TIME
from sidecar.core.faults import BeyondRepairError, OverBudgetError, UnusableSchemaError
from sidecar.core.patch import Patch, apply, dotted
from sidecar.core.proposals.proposal import Cost, Proposal, Rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.violation import Violation
from sidecar.core.values import written

from .guard import rejected
from .ignored import ignored_key
from .proposer import UNKNOWN_MOST, Kind, Proposer, kinds

MAX_STEPS = 10  # a chain longer than this is a different call
MAX_STATES = 160  # states looked at for one call of ordinary size
WIDTHS = (1, 3)  # kinds of violation answered from one state: the first that has answers; failing that, more
TIE = "two repairs are equally likely"
MOST_WEIGHED = 8_000_000  # characters; larger arguments all get the fewest states
LARGE = 200_000  # characters of arguments from which fewer states are looked at
COST_LIMIT: dict[Effect, int] = {"write": 20, "read": 26}
SOFT_LIMIT = Cost.GUESS  # one step that only resolves an undeclared key


@dataclass(frozen=True, slots=True)
class Repaired:
    """`arguments` satisfy the contract. Applying the steps' edits in order to the input gives them."""

    arguments: JsonObject
    steps: tuple[Proposal, ...]
    cost: int

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(step.rule for step in self.steps))


@dataclass(frozen=True, slots=True)
class Unrepaired:
    """No safe repair. `violations` are the input's own."""

    reason: str
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    arguments: JsonValue
    key: str
    steps: tuple[Proposal, ...]
    cost: int


def repair(
    tool: str,
    effect: Effect,
    contract: Contract,
    arguments: JsonValue,
    rules: Sequence[Rule],
    expired: Callable[[], bool] = lambda: False,
) -> Repaired | Unrepaired | None:
    """The repaired arguments; None when they are valid and nothing speaks for touching them.

    `expired` says when the time for the whole message is over.
    """
    try:
        state = State(tool, effect, arguments, contract, tuple(contract.violations(arguments)))
        if not state.violations:
            return None
        search = _Search(rules, contract, COST_LIMIT[effect], arguments, expired)
        found: _Found | str = _Found(arguments, "", (), 0)
        if any(violation.hard for violation in state.violations):
            found = search.hard(state)
        if isinstance(found, str):
            return Unrepaired(found, state.violations)
        found = search.soft(found, state)
        if found.steps and rejected(contract, arguments):
            ignored = ignored_key(contract, found.arguments, tool)
            if ignored is not None:
                reason = f"{tool} knows no {ignored} and would do something else without it"
                return Unrepaired(reason, state.violations)
    except (BeyondRepairError, OverBudgetError) as error:
        return Unrepaired(str(error), ())
    except UnusableSchemaError as error:
        return Unrepaired(f"the schema of {tool} cannot be applied: {error}", ())
    except RecursionError:
        return Unrepaired("the arguments are nested too deeply", ())
    except ValueError:  # Python writes no integer of more than 4300 digits
        return Unrepaired("the arguments hold a number too long to write", ())
    if not found.steps:
        return None
    if not isinstance(found.arguments, dict):
        return Unrepaired("arguments must be an object", state.violations)
    return Repaired(found.arguments, found.steps, found.cost)


class _Search:
    """One call's search: the rules, the limits, and how many states are left to look at."""

    def __init__(
        self,
        rules: Sequence[Rule],
        contract: Contract,
        limit: int,
        arguments: JsonValue,
        expired: Callable[[], bool],
    ) -> None:
        self._proposer = Proposer(rules, self._check_time)
        self._expired = expired
        self._limit = limit
        self._size = _weight(arguments)
        self._left = MAX_STATES if self._size < LARGE else max(6, MAX_STATES * LARGE // self._size)

    def hard(self, start: State) -> _Found | str:
        """The one cheapest way to no hard violations, or why there is none."""
        found: _Found | str = ""
        for width in WIDTHS:
            found = self._hard(start, width)
            if isinstance(found, _Found) or found == TIE:
                break
        return found

    def _hard(self, start: State, width: int) -> _Found | str:
        order = count()
        heap: list[tuple[int, int, JsonValue, tuple[Proposal, ...]]] = [(0, next(order), start.arguments, ())]
        seen: set[str] = set()
        best: _Found | None = None
        while heap:
            cost, _, arguments, steps = heapq.heappop(heap)
            if best is not None and cost > best.cost:
                break
            self._check_time()
            key = written(arguments)
            if key in seen:
                continue
            seen.add(key)
            state = _at(start, arguments)
            hard = [violation for violation in state.violations if violation.hard]
            if not hard:
                if best is not None:
                    return TIE
                best = _Found(arguments, key, steps, cost)
                continue
            if self._left <= 0:
                return "no repair found within bounds"
            self._left -= 1
            if len(steps) >= MAX_STEPS:
                continue
            for proposal in self._proposer.proposals(state, width):
                total = cost + proposal.cost
                if total > self._limit:
                    continue
                changed = _applied(arguments, proposal.edits)
                if changed is not None:
                    heapq.heappush(heap, (total, next(order), changed[0], (*steps, proposal)))
        return best if best is not None else _why(start.violations)

    def soft(self, found: _Found, start: State) -> _Found:
        """`found` with every undeclared key resolved that has exactly one cheapest resolution."""
        settled: set[Kind] = set()
        while True:
            state = _at(start, found.arguments)
            groups = {kind: group for kind, group in kinds(state).items() if kind not in settled}
            if not groups or len(groups) > UNKNOWN_MOST or self._left <= 0:
                return found
            self._check_time()
            self._left -= 1
            kind, group = next(iter(groups.items()))
            before = Counter(violation.place for violation in state.violations)
            options: list[_Found] = []
            for proposal in self._proposer.joint(group, state):
                changed = _applied(found.arguments, proposal.edits)
                if proposal.cost <= SOFT_LIMIT and changed is not None:
                    option = self._without_hard(_Found(changed[0], "", (proposal,), proposal.cost), start)
                    if option is not None and self._places(option, start) < before:
                        options.append(option)
            cheapest = min((option.cost for option in options), default=0)
            results = {written(option.arguments): option for option in options if option.cost == cheapest}
            if len(results) == 1:
                step = next(iter(results.values()))
                found = _Found(step.arguments, "", (*found.steps, *step.steps), found.cost + step.cost)
                settled.clear()  # what was ambiguous because of this key may be clear now
            else:
                settled.add(kind)

    def _check_time(self) -> None:
        if self._expired():
            raise BeyondRepairError(OUT_OF_TIME)

    def _without_hard(self, found: _Found, start: State) -> _Found | None:
        """`found`, with hard violations that its last step brought to light repaired too."""
        state = _at(start, found.arguments)
        if not any(violation.hard for violation in state.violations):
            return found
        further = self.hard(state)
        if isinstance(further, str):
            return None
        return _Found(further.arguments, "", (*found.steps, *further.steps), found.cost + further.cost)

    def _places(self, found: _Found, start: State) -> Counter[tuple[str, Path, str]]:
        state = _at(start, found.arguments)
        return Counter(violation.place for violation in state.violations)


def _at(start: State, arguments: JsonValue) -> State:
    """The same call with other arguments."""
    return State(
        start.tool, start.effect, arguments, start.contract, tuple(start.contract.violations(arguments))
    )


def _applied(arguments: JsonValue, edits: Patch) -> tuple[JsonValue] | None:
    """The changed arguments in a tuple (None is a value); None when the edits do not fit."""
    try:
        return (apply(arguments, edits),)
    except (LookupError, TypeError, ValueError):
        return None


def _weight(value: Any) -> int:
    """Roughly how many characters a value is written in, counted up to MOST_WEIGHED, without recursion."""
    total, todo = 0, [value]
    while todo and total < MOST_WEIGHED:
        here = todo.pop()
        if isinstance(here, dict):
            total += 8 * len(here)
            todo.extend(here.values())
        elif isinstance(here, list):
            total += 2 * len(here)
            todo.extend(here)
        else:
            total += len(here) if isinstance(here, str) else 8
    return total


def _why(violations: Sequence[Violation]) -> str:
    """The first hard violation in words."""
    for violation in violations:
        if violation.keyword == "required":
            return f"required {violation.name} is in no argument"
        if violation.keyword == "additionalProperties":
            return f"{violation.name} is not an argument of this tool"
        if violation.hard:
            return f"{dotted(violation.path)} fails {violation.keyword}"
    return "nothing to repair"
