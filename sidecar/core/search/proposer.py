"""(state, rules) → proposals, with violations that have the same cause answered together.

The same fault in every item of an array is one step, and so is the same sure repair of several keys.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

from sidecar.core.blocks import Path
from sidecar.core.patch import Edit
from sidecar.core.proposals.proposal import Cost, Proposal, Rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import written

GROUPS_READ = 200  # kinds of violation asked about in one state
UNKNOWN_MOST = 64  # a call with more unknown keys was meant for another tool

Kind: TypeAlias = tuple[str, Path, str]


def kinds(state: State) -> dict[Kind, list[Violation]]:
    """The violations by kind: the same keyword and name at the same place but for array positions."""
    groups: dict[Kind, list[Violation]] = {}
    for violation in state.violations:
        pattern = tuple("*" if isinstance(step, int) else step for step in violation.path)
        groups.setdefault((violation.keyword, pattern, violation.name), []).append(violation)
    return groups


@dataclass(frozen=True, slots=True)
class Proposer:
    """What `rules` propose. `check_time` is called between kinds of violation, and may raise."""

    rules: Sequence[Rule]
    check_time: Callable[[], None]

    def proposals(self, state: State, width: int) -> Iterator[Proposal]:
        """Proposals for the first kinds of violation that have any; siblings are one proposal."""
        answered, all_answered = 0, True
        alone: dict[str, list[Proposal]] = {}
        groups = kinds(state)
        unknown = sum(_is_unknown_key(group[0]) for group in groups.values())
        for group in islice(groups.values(), GROUPS_READ):
            if unknown > UNKNOWN_MOST and _is_unknown_key(group[0]):
                continue
            if not group[0].hard and (all_answered or answered >= width):
                break
            self.check_time()
            proposals = self.joint(group, state)
            all_answered = all_answered and bool(proposals)
            if len(proposals) == 1 and _is_local(proposals[0]):
                alone.setdefault(proposals[0].rule, []).append(proposals[0])
            elif answered < width:
                yield from proposals
                answered += bool(proposals) and group[0].hard
        for same in alone.values():
            yield from _together(same)

    def joint(self, group: list[Violation], state: State) -> list[Proposal]:
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
        for rule in self.rules:
            if violation.keyword in rule.keywords and (only is None or rule.name in only):
                for proposal in rule.propose(violation, state):
                    yield replace(proposal, rule=rule.name)


def _is_unknown_key(violation: Violation) -> bool:
    return violation.keyword in ("undeclared", "additionalProperties")


def _is_local(proposal: Proposal) -> bool:
    """Whether it is sure and only replaces, removes or renames in place."""
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
        content = frozenset((edit.op, edit.path, edit.source, written(edit.value)) for edit in patch)
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
