"""Which undeclared key was meant as which declared one: the pairs for which there is evidence, as moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from sidecar.core.blocks import JsonValue
from sidecar.core.envelopes import INNER_NAME_KEYS, WRAPPERS
from sidecar.core.names.aliases import holds_for
from sidecar.core.names.likeness import Likeness, likeness
from sidecar.core.names.words import plain, singular, words
from sidecar.core.patch import move
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation

from .proposal import Cost, Proposal, propose
from .state import State

KEYS_COMPARED = 64  # an object with more unknown keys was meant for another tool
PAIRS_COMPARED = 5_000  # beyond it only equal spellings are looked for
# Evidence enough to rename a key of a call that is valid already. Any other needs a missing argument.
_FOR_SOFT_KEYS = frozenset({Likeness.SPELLING, Likeness.ALIAS, Likeness.PLURAL, Likeness.IDLE_WORD})
_TYPES: tuple[tuple[type, frozenset[str]], ...] = (
    (bool, frozenset({"boolean"})),
    (int, frozenset({"integer", "number"})),
    (float, frozenset({"integer", "number"})),
    (str, frozenset({"string"})),
    (list, frozenset({"array"})),
    (dict, frozenset({"object"})),
)


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
    holder = next((step for step in reversed(violation.path) if isinstance(step, str)), "")
    table: dict[tuple[str, str], Likeness] = {}
    many = len(keys) * len(names) > PAIRS_COMPARED
    for key in keys if len(keys) <= KEYS_COMPARED else ():
        if _is_of_envelope(key, value[key], state.tool):
            continue
        for name in names:
            if many and plain(key) != plain(name):
                continue
            alike = evidence(key, name, value[key], node, state.tool, holder)
            if alike is not None:
                table[key, name] = alike
    return _Comparison(keys, names, table)


def evidence(
    key: str, name: str, value: JsonValue, node: Node, tool: str, holder: str = ""
) -> Likeness | None:
    """The likeness of the names, where it holds for this argument of `node` and this value."""
    target = node.properties[name]
    alike = likeness(key, name, tool, target.types, holder)
    return alike if alike is not None and _holds(alike, key, name, value, node, tool) else None


def _holds(alike: Likeness, key: str, name: str, value: JsonValue, node: Node, tool: str) -> bool:
    target = node.properties[name]
    match alike:
        case Likeness.SPELLING:
            return True
        case Likeness.ALIAS:
            return holds_for(key, name, tool, target.types, target.description)
        case Likeness.PLURAL:
            return _is_of_type(value, target, plural=singular(words(key)[-1]) != words(key)[-1])
        case _:
            if isinstance(value, bool) or target.types == {"boolean"}:
                return False  # a switch with a word more or less is another switch
            missing = name in node.required
            return (missing or alike is Likeness.IDLE_WORD) and not _is_shared(alike, key, name, node)


def _is_of_type(value: JsonValue, target: Node, *, plural: bool) -> bool:
    """Whether the value is of the argument's type, or the only item of such a list, or one for a list."""
    if isinstance(value, list) and "array" not in target.types and plural:
        return len(value) == 1
    kinds = next((kinds for kind, kinds in _TYPES if isinstance(value, kind)), frozenset())
    return not target.types or bool(kinds & target.types) or "array" in target.types or isinstance(value, str)


def _is_shared(alike: Likeness, key: str, name: str, node: Node) -> bool:
    """Whether another argument has the words that both names share: then the key may have meant that one."""
    common = set(words(key)) & set(words(name))
    if alike is Likeness.MISSPELT:
        return False
    return any(common <= set(words(other)) for other in node.properties if other != name)


def _is_of_envelope(key: str, value: object, tool: str) -> bool:
    """Whether `key` and `value` belong to a call that was put into its own arguments."""
    short = plain(key)
    if short in INNER_NAME_KEYS and value == tool:
        return True
    return short in WRAPPERS and (
        isinstance(value, dict) or (isinstance(value, str) and value.lstrip().startswith('{"'))
    )


def pairings(violation: Violation, state: State) -> Iterator[Pairing]:
    """The pairs that answer `violation`, unless key or name has another partner that fits as well.

    Where several names are as alike to a key, the only one whose schema accepts the value is taken.
    """
    compared = _compared(violation, state)
    keys, names, table = compared.keys, compared.names, compared.table
    about_name = violation.keyword == "required" or violation.name not in keys
    for (key, name), alike in table.items():
        if (name if about_name else key) != violation.name:
            continue
        if any(table.get((other, name), 99) <= alike for other in keys if other != key):
            continue
        rivals = [other for other in names if other != name and table.get((key, other), 99) <= alike]
        if any(table[key, other] < alike for other in rivals):
            continue
        if rivals and not _only_fit(violation, state, key, name, rivals):
            continue
        yield Pairing(key, name, alike)


def renames(violation: Violation, state: State, costs: Mapping[Likeness, Cost]) -> Iterator[Proposal]:
    """A move for each pair of `pairings` whose likeness has a price in `costs`."""
    for pair in pairings(violation, state):
        if violation.keyword == "undeclared" and pair.likeness not in _FOR_SOFT_KEYS:
            continue
        if pair.likeness in costs:
            yield propose(
                costs[pair.likeness], move((*violation.path, pair.key), (*violation.path, pair.name))
            )


def _only_fit(violation: Violation, state: State, key: str, name: str, rivals: list[str]) -> bool:
    value: JsonValue = violation.instance[key]  # type: ignore[index,call-overload]

    def fits(candidate: str) -> bool:
        node = state.property_node(violation, candidate)
        return node is not None and state.accepts(node, value)

    return fits(name) and not any(map(fits, rivals))
