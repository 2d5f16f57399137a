"""Which undeclared key was meant as which declared one: the pairs that are most alike, as moves."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from sidecar.core.blocks import JsonValue
from sidecar.core.names.likeness import Likeness, likeness, same_switch
from sidecar.core.names.words import plain, singular, words
from sidecar.core.patch import move
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation

from .proposal import Cost, Proposal, propose
from .state import State

KEYS_COMPARED = 64  # an object with more unknown keys was meant for another tool
PAIRS_COMPARED = 5_000  # beyond it only equal spellings are looked for
_FROM_ZERO = re.compile(
    r"\b(?:0|zero)[- ]?(?:based|index)|\b(?:starting|starts?|counted|from) (?:at |from )?(?:0|zero)\b", re.I
)
# In a name: where a thing goes to, or what it becomes.
_DESTINATIONS = frozenset("after dest destination dst new output target to".split())
_TIME_UNITS = {
    **dict.fromkeys("ms millis millisecond milliseconds msec".split(), "ms"),
    **dict.fromkeys("s sec secs second seconds".split(), "s"),
    **dict.fromkeys("min mins minute minutes".split(), "min"),
    **dict.fromkeys("h hr hrs hour hours".split(), "h"),
}


@dataclass(frozen=True, slots=True)
class Pairing:
    """`key` of the object was meant as its declared, absent `name`."""

    key: str
    name: str
    likeness: Likeness


@dataclass(frozen=True, slots=True)
class _Comparison:
    """One object's surplus keys and absent names, and how alike each pair is."""

    keys: list[str]
    names: list[str]
    table: dict[tuple[str, str], Likeness]


def surplus_keys(violation: Violation, state: State) -> list[str]:
    """The keys of the violation's object that its schema does not declare."""
    return _compared(violation, state).keys


def _compared(violation: Violation, state: State) -> _Comparison:
    """Kept in the state: every renaming rule asks for the same object."""
    known = state.memo.get(violation.path)
    if known is None:
        known = state.memo[violation.path] = _compare(violation, state)
    return cast(_Comparison, known)


def _compare(violation: Violation, state: State) -> _Comparison:
    value = violation.instance
    if not isinstance(value, dict):
        return _Comparison([], [], {})
    node = state.contract.settle(violation.node, value)
    keys = [key for key in value if not node.declares(key)]
    names = [name for name in node.properties if value.get(name) is None]
    table: dict[tuple[str, str], Likeness] = {}
    many = len(keys) * len(names) > PAIRS_COMPARED
    for key in keys if len(keys) <= KEYS_COMPARED else ():
        for name in names:
            if many and plain(key) != plain(name):
                continue
            alike = likeness(key, name, state.tool)
            if alike is not None and not (
                (_TIME_UNITS.keys() & words(key) and _other_time_unit(key, name, violation, state))
                or (alike is Likeness.AFFIX and _is_another_role(key, name, node.properties))
                or (
                    alike is not Likeness.SPELLING
                    and _is_other_kind(key, name, value[key], node.properties[name], alike)
                )
            ):
                table[key, name] = alike
    return _Comparison(keys, names, table)


def pairings(violation: Violation, state: State) -> Iterator[Pairing]:
    """The pairs that answer `violation` where no other partner of key or name is as alike.

    Where several names are as alike to a key, the only one whose schema accepts the value is taken.
    """
    compared = _compared(violation, state)
    keys, names, table = compared.keys, compared.names, compared.table
    about_name = violation.keyword == "required" or violation.name not in keys
    for (key, name), alike in table.items():
        if (name if about_name else key) != violation.name:
            continue
        if any(table.get((other, name), 99) < alike for other in keys if other != key):
            continue
        rivals = [other for other in names if other != name and table.get((key, other), 99) <= alike]
        if any(table[key, other] < alike for other in rivals):
            continue
        if rivals and not _only_fit(violation, state, key, name, rivals):
            continue
        yield Pairing(key, name, alike)


def _other_time_unit(key: str, name: str, violation: Violation, state: State) -> bool:
    """Whether `key` names one unit of time and the argument's name or description another."""
    node = state.property_node(violation, name)
    said = {_TIME_UNITS[word] for word in words(key) if word in _TIME_UNITS}
    described = words(node.description[:400]) if node is not None else ()
    wanted = {
        _TIME_UNITS[word] for word in (*described, *words(name)) if word in _TIME_UNITS and len(word) > 1
    }
    return bool(said and wanted) and said.isdisjoint(wanted)


def _is_another_role(key: str, name: str, declared: Collection[str]) -> bool:
    """Whether `key` is a destination or an old value, `name` is none, and so another argument is meant."""
    others = any(_DESTINATIONS.intersection(words(other)) for other in declared if other != name)
    if "old" in words(key) and "old" not in words(name):
        return not others  # what a value was is no value to set
    told = _DESTINATIONS.intersection(words(key)) - set(words(name))
    return bool(told) and others


def _is_other_kind(key: str, name: str, value: JsonValue, target: Node, alike: Likeness) -> bool:
    """The value is of another kind: `delete_branch: true` is no `branch`, a line no offset from 0."""
    if isinstance(value, bool) and alike > Likeness.ALIAS:
        if target.types and "boolean" not in target.types:
            return True
        return alike is Likeness.AFFIX and not same_switch(key, name)
    said = words(key)
    return "line" in said and "offset" not in said and counts_from_zero(target.description)


def counts_from_zero(description: str) -> bool:
    """Whether an argument's description says that it counts from 0. Models count lines from 1."""
    return _FROM_ZERO.search(description[:400]) is not None


def renames(violation: Violation, state: State, costs: Mapping[Likeness, Cost]) -> Iterator[Proposal]:
    """A move for each pair of `pairings` whose likeness has a price in `costs`."""
    for pair in pairings(violation, state):
        if violation.keyword == "undeclared" and _is_unnamed_parent(pair, state.tool):
            continue  # the call runs without it
        if pair.likeness in costs:
            yield propose(
                costs[pair.likeness], move((*violation.path, pair.key), (*violation.path, pair.name))
            )


def _is_unnamed_parent(pair: Pairing, tool: str) -> bool:
    """Whether `id` would become `parent_id` for a tool whose name does not speak of a parent."""
    if pair.likeness is not Likeness.AFFIX:
        return False
    gained = set(words(pair.name)) - set(words(pair.key))
    return plain(pair.key) == "id" and not gained & set(map(singular, words(tool)))


def _only_fit(violation: Violation, state: State, key: str, name: str, rivals: list[str]) -> bool:
    value: JsonValue = violation.instance[key]  # type: ignore[index,call-overload]

    def fits(candidate: str) -> bool:
        node = state.property_node(violation, candidate)
        return node is not None and state.accepts(node, value)

    return fits(name) and not any(map(fits, rivals))
