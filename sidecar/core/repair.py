"""The search: rules propose, the engine applies, the contract judges; cheapest wins, a tie is declined.

Only a state without hard violations is accepted, so a rule may be bold and still cannot make a call worse.
The same slip in every item of an array counts as one step, and so does the same sure slip in several keys.
"""

from __future__ import annotations

import heapq
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any, TypeAlias

from .blocks import Effect, JsonObject, JsonValue, Path
from .patch import Edit, Patch, apply, dotted
from .proposal import Cost, Proposal, Rule
from .schema import BeyondRepairError, Contract, State, UnusableSchemaError, Violation

MAX_STEPS = 10  # a chain longer than this is a different call
MAX_STATES = 160  # states looked at for one call of ordinary size
WIDTHS = (1, 3)  # kinds of violation answered from one state: the first that has answers; failing that, more
GROUPS_READ = 200  # kinds of violation asked about in one state
UNKNOWN_MOST = 64  # a call with more unknown keys is no slip of the pen
TIE = "two repairs are equally likely"
OUT_OF_TIME = "judging the call took too long"
LARGE = 200_000  # characters of arguments from which fewer states are looked at
COST_LIMIT: dict[Effect, int] = {"write": 20, "read": 26}
SOFT_LIMIT = Cost.GUESS  # one step that only resolves an undeclared key

_Kind: TypeAlias = tuple[str, Path, str]


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
        state = _state(tool, arguments, contract)
        if not state.violations:
            return None
        search = _Search(rules, contract, COST_LIMIT[effect], arguments, expired)
        found: _Found | str = _Found(arguments, "", (), 0)
        if any(violation.hard for violation in state.violations):
            found = search.hard(state)
        if isinstance(found, str):
            return Unrepaired(found, state.violations)
        found = search.soft(found, tool)
    except UnusableSchemaError as error:
        return Unrepaired(f"the schema of {tool} cannot be applied: {error}", ())
    except BeyondRepairError as error:
        return Unrepaired(str(error), ())
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
        self._rules = rules
        self._expired = expired
        self._contract = contract
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
            key = _key(arguments)
            if key in seen:
                continue
            seen.add(key)
            state = _state(start.tool, arguments, self._contract)
            open_ends = [violation for violation in state.violations if violation.hard]
            if not open_ends:
                if best is not None:
                    return TIE
                best = _Found(arguments, key, steps, cost)
                continue
            if self._left <= 0:
                return "no repair found within bounds"
            self._check_time()
            self._left -= 1
            if len(steps) >= MAX_STEPS:
                continue
            for proposal in self._proposals(state, width):
                total = cost + proposal.cost
                if total > self._limit:
                    continue
                changed = _applied(arguments, proposal.edits)
                if changed is not None:
                    heapq.heappush(heap, (total, next(order), changed[0], (*steps, proposal)))
        return best if best is not None else _why(start.violations)

    def soft(self, found: _Found, tool: str) -> _Found:
        """`found` with each undeclared key resolved that has exactly one cheapest resolution."""
        settled: set[_Kind] = set()
        while True:
            state = _state(tool, found.arguments, self._contract)
            groups = {kind: group for kind, group in _groups(state).items() if kind not in settled}
            if not groups or len(groups) > UNKNOWN_MOST or self._left <= 0:
                return found
            self._check_time()
            self._left -= 1
            kind, group = next(iter(groups.items()))
            before = Counter(violation.place for violation in state.violations)
            options: list[_Found] = []
            for proposal in self._joint(group, state):
                changed = _applied(found.arguments, proposal.edits)
                if proposal.cost <= SOFT_LIMIT and changed is not None:
                    option = self._without_hard(_Found(changed[0], "", (proposal,), proposal.cost), tool)
                    if option is not None and self._places(option, tool) < before:
                        options.append(option)
            cheapest = min((option.cost for option in options), default=0)
            results = {_key(option.arguments): option for option in options if option.cost == cheapest}
            if len(results) == 1:
                step = next(iter(results.values()))
                found = _Found(step.arguments, "", (*found.steps, *step.steps), found.cost + step.cost)
            else:
                settled.add(kind)

    def _check_time(self) -> None:
        if self._expired():
            raise BeyondRepairError(OUT_OF_TIME)

    def _without_hard(self, found: _Found, tool: str) -> _Found | None:
        """`found`, with hard violations that its last step brought to light repaired too."""
        state = _state(tool, found.arguments, self._contract)
        if not any(violation.hard for violation in state.violations):
            return found
        further = self.hard(state)
        if isinstance(further, str):
            return None
        return _Found(further.arguments, "", (*found.steps, *further.steps), found.cost + further.cost)

    def _places(self, found: _Found, tool: str) -> Counter[tuple[str, Path, str]]:
        state = _state(tool, found.arguments, self._contract)
        return Counter(violation.place for violation in state.violations)

    def _proposals(self, state: State, width: int) -> Iterator[Proposal]:
        """Answers to the first kinds of violation that have any, the same slip in siblings taken together."""
        answered, all_answered = 0, True
        alone: dict[str, list[Proposal]] = {}
        groups = _groups(state)
        unknown = sum(_is_unknown_key(group[0]) for group in groups.values())
        for group in islice(groups.values(), GROUPS_READ):
            if unknown > UNKNOWN_MOST and _is_unknown_key(group[0]):
                continue
            if not group[0].hard and (all_answered or answered >= width):
                break
            self._check_time()
            proposals = self._joint(group, state)
            all_answered = all_answered and bool(proposals)
            if len(proposals) == 1 and _is_local(proposals[0]):
                alone.setdefault(proposals[0].rule, []).append(proposals[0])
            elif answered < width:
                yield from proposals
                answered += bool(proposals) and group[0].hard
        for same in alone.values():
            yield from _together(same)

    def _joint(self, group: list[Violation], state: State) -> list[Proposal]:
        """One proposal for each way that answers every violation of the group, else those of the first."""
        first = list(self._answers(group[0], state))
        if len(group) == 1 or not first:
            return first
        ways: dict[object, list[Proposal]] = {}
        spoke = {proposal.rule for proposal in first}
        for violation in group:
            for proposal in self._answers(violation, state, spoke):
                ways.setdefault(_shape(proposal), []).append(proposal)
        joint = [
            replace(way[0], edits=tuple(edit for proposal in way for edit in proposal.edits))
            for way in ways.values()
            if len({proposal.edits[0].path for proposal in way}) == len(way)
        ]
        return joint or first

    def _answers(
        self, violation: Violation, state: State, only: Collection[str] | None = None
    ) -> Iterator[Proposal]:
        for rule in self._rules:
            if violation.keyword in rule.keywords and (only is None or rule.name in only):
                for proposal in rule.propose(violation, state):
                    yield replace(proposal, rule=rule.name)


def _state(tool: str, arguments: JsonValue, contract: Contract) -> State:
    return State(tool, arguments, contract, tuple(contract.violations(arguments)))


def _applied(arguments: JsonValue, edits: Patch) -> tuple[JsonValue] | None:
    """The changed arguments in a tuple (None is a value); None when the edits do not fit."""
    try:
        return (apply(arguments, edits),)
    except (LookupError, TypeError, ValueError):
        return None


def _is_unknown_key(violation: Violation) -> bool:
    return violation.keyword in ("undeclared", "additionalProperties")


def _groups(state: State) -> dict[_Kind, list[Violation]]:
    """The violations by kind: the same keyword and name at the same place but for array positions."""
    groups: dict[_Kind, list[Violation]] = {}
    for violation in state.violations:
        pattern = tuple("*" if isinstance(step, int) else step for step in violation.path)
        groups.setdefault((violation.keyword, pattern, violation.name), []).append(violation)
    return groups


def _is_local(proposal: Proposal) -> bool:
    """Whether it is a sure step that changes nothing but values or names where they stand."""
    return proposal.cost <= Cost.KNOWN and all(
        edit.path and (edit.op in ("replace", "remove") or edit.source[:-1] == edit.path[:-1] != edit.source)
        for edit in proposal.edits
    )


def _together(proposals: list[Proposal]) -> list[Proposal]:
    """The same sure step in several places, each the only answer there, as one; as they are if they clash."""
    taken: set[Path] = set()
    edits: list[Edit] = []
    said: set[frozenset[tuple[str, Path, Path, str]]] = set()
    for patch in (proposal.edits for proposal in proposals):
        content = frozenset((edit.op, edit.path, edit.source, _key(edit.value)) for edit in patch)
        if content in said:
            continue
        said.add(content)
        touched = {path for edit in patch for path in (edit.path, edit.source) if path}
        if not taken.isdisjoint(touched):
            return proposals
        edits.extend(patch)
        taken |= touched
    return [replace(proposals[0], edits=tuple(edits), cost=max(proposal.cost for proposal in proposals))]


def _shape(proposal: Proposal) -> object:
    """What a proposal does, with array positions and values left out."""

    def starred(path: Path) -> Path:
        return tuple("*" if isinstance(step, int) else step for step in path)

    def of(edit: Edit) -> tuple[str, Path, Path]:
        return edit.op, starred(edit.path), starred(edit.source)

    return proposal.rule, proposal.cost, tuple(of(edit) for edit in proposal.edits)


def _key(arguments: JsonValue) -> str:
    return json.dumps(arguments, sort_keys=True)


def _weight(value: Any) -> int:
    """Roughly how many characters a value is written in, counted without recursion."""
    total, todo = 0, [value]
    while todo:
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
