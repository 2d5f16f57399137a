"""Which undeclared key was meant as which declared one: how alike names are, which pairs stand out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import cast

from sidecar.core.blocks import JsonValue
from sidecar.core.names.aliases import canonical_words, is_alias, is_ordinary
from sidecar.core.names.opposites import opposed
from sidecar.core.names.words import NAME_LONGEST, distance, plain, singular, words
from sidecar.core.patch import move
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation

from .proposal import Cost, Proposal, propose
from .state import State

KEYS_COMPARED = 64  # an object with more unknown keys is not a slip of the pen
PAIRS_COMPARED = 5_000  # beyond it only equal spellings are looked for


_NO_NAME = re.compile(r"[<>{}\[\]=|\\\n]")  # markup or code that got into a key


_FROM_ZERO = re.compile(
    r"\b(?:0|zero)[- ]?(?:based|index)|\b(?:starting|starts?|counted|from) (?:at |from )?(?:0|zero)\b", re.I
)


class Likeness(IntEnum):
    """How two names are alike, the surest first."""

    SPELLING = 1  # filePath, file_path
    ALIAS = 2  # filename for path
    PLURAL = 3  # paths for path
    AFFIX = 4  # input_path for path, end for end_location
    TYPO = 5  # pathh for path


# Words that carry nothing in an argument name.
_EMPTY_WORDS = frozenset(
    "a an arg argument input my new option param parameter prop property the tool value val"
    " field your".split()
)
# A name with one of these more or less means something else.
DENIALS = frozenset(
    "blocked disable disabled except exclude excluded excludes excluding hide ignore ignored inverse inverted"
    " keep no non not skip unless without".split()
)
# The same kind of thing in another place: a page's `parent_id` is not its `id`.
_OTHERS = frozenset(
    "backup base child default lower next parent prev previous reply root tax thread tip".split()
)
# What a switch's name may have more or less and be the same switch: `force_with_lease` is not `force`.
_IS = _EMPTY_WORDS | frozenset("be do enable enabled flag is mode should use want".split())
# Where to. A tool with such an argument tells it from where a thing is.
_GOALS = frozenset("after dest destination dst new output target to".split())
# A key with one of these more counts something else: `timeout_ms` is not `timeout`. With a unit less nobody
# knows what it counts: `timeout: 5` is seconds to one, to the other milliseconds.
MEASURES = frozenset(
    "bits bytes celsius centimeters cents cm days dollars eur euros fahrenheit feet ft gb gbp gib grams"
    " hours hrs inches kb kelvin kg kib kilograms kilometers kilometres km lb lbs max maximum mb meters"
    " metres mib microseconds miles millis milliseconds min minimum minutes mins mm months ms msec"
    " nanoseconds ns ounces oz pence percent pounds secs seconds tb tib usd usec weeks yards years".split()
)
_LETTERS = ("c", "f", "us")  # at the end of a name: temperature_f, ttl_us
_UNITS = MEASURES - frozenset("max maximum min minimum".split())
_TIMES = {
    **dict.fromkeys("ms millis millisecond milliseconds msec".split(), "ms"),
    **dict.fromkeys("s sec secs second seconds".split(), "s"),
    **dict.fromkeys("min mins minute minutes".split(), "min"),
    **dict.fromkeys("h hr hrs hour hours".split(), "h"),
}


@lru_cache(maxsize=16384)
def likeness(key: str, name: str, tool: str) -> Likeness | None:
    """The surest way in which `key` could be meant as `name`; None where nothing speaks for it."""
    if len(key) > NAME_LONGEST or _NO_NAME.search(key):
        return None
    short, target = plain(key), plain(name)
    if not short or not target:
        return None
    if short == target:
        return Likeness.SPELLING
    if is_alias(key, name, tool):
        return Likeness.ALIAS
    mine, theirs = words(key), words(name)
    if tuple(map(singular, mine)) == tuple(map(singular, theirs)) or short in (target + "s", target + "es"):
        return Likeness.PLURAL
    if target in (short + "s", short + "es"):
        return Likeness.PLURAL
    if _turns(mine, theirs):
        return None
    if _is_affixed(key, name):
        return None if target == "id" and not _is_its_id(mine, tool) else Likeness.AFFIX
    return Likeness.TYPO if _is_misspelt(key, name) else None


def _is_its_id(key: tuple[str, ...], tool: str) -> bool:
    """Whether the tool's name says of what `key` is the id: `user_id` is no `id` of `update_page`."""
    whose = {singular(word) for word in key} - _EMPTY_WORDS
    return not whose - {"id"} or bool(whose & {singular(word) for word in words(tool)})


def _turns(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether a word that is in one name only gives the name another meaning."""
    more, less = set(mine) - set(theirs), set(theirs) - set(mine)
    if len(mine) > 1 and mine[-1] in _LETTERS and mine[-1] in more:
        return True
    return bool((more | less) & DENIALS or more & (MEASURES | _OTHERS) or less & _UNITS)


def _is_misspelt(key: str, name: str) -> bool:
    """A letter or two off, and what was written is no word of its own."""
    short, target = plain(key), plain(name)
    allowed = 0 if len(target) < 4 else 1 if len(target) < 7 else 2
    if not allowed or _digits(short) != _digits(target) or distance(short, target, allowed) > allowed:
        return False
    mine, theirs = words(key), words(name)
    if opposed(short, target):
        return False
    if len(mine) != len(theirs):
        return True
    return not any(
        is_ordinary(word) or opposed(word, meant)
        for word, meant in zip(mine, theirs, strict=True)
        if word != meant
    )


def _is_affixed(key: str, name: str) -> bool:
    """One name is the other with words put before or after it."""
    mine, theirs = canonical_words(key), canonical_words(name)
    bare = tuple(word for word in mine if word not in _EMPTY_WORDS)
    if bare and bare != mine and bare == theirs:
        return True
    shorter, longer = sorted((mine, theirs), key=len)
    if not shorter or len(shorter) == len(longer) or len("".join(shorter)) < 3:
        return False
    return longer[: len(shorter)] == shorter or longer[-len(shorter) :] == shorter


def _digits(name: str) -> str:
    return "".join(character for character in name if character.isdigit())


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
    """Worked out once for each object of a state, whichever rule asks first."""
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
                (_TIMES.keys() & words(key) and _counts_otherwise(key, name, violation, state))
                or (alike is Likeness.AFFIX and _is_elsewhere(key, name, node.properties))
                or (
                    alike is not Likeness.SPELLING
                    and _is_other_kind(key, name, value[key], node.properties[name], alike)
                )
            ):
                table[key, name] = alike
    return _Comparison(keys, names, table)


def pairings(violation: Violation, state: State) -> Iterator[Pairing]:
    """The pairs that answer `violation` and stand out: no other partner of either is as alike.

    Where two names tie for a key, the one whose schema accepts the value is meant, if there is just one.
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


def _counts_otherwise(key: str, name: str, violation: Violation, state: State) -> bool:
    """Whether `key` names a unit of time and the argument's description another one."""
    node = state.property_node(violation, name)
    said = {_TIMES[word] for word in words(key) if word in _TIMES}
    described = words(node.description[:400]) if node is not None else ()
    wanted = {_TIMES[word] for word in (*described, *words(name)) if word in _TIMES and len(word) > 1}
    return bool(said and wanted) and said.isdisjoint(wanted)


def _is_elsewhere(key: str, name: str, declared: Collection[str]) -> bool:
    """Whether `key` says where to, `name` does not, and another argument of the tool does."""
    others = any(_GOALS.intersection(words(other)) for other in declared if other != name)
    if "old" in words(key) and "old" not in words(name):
        return not others  # what a value was is no value to set
    told = _GOALS.intersection(words(key)) - set(words(name))
    return bool(told) and others


def _is_other_kind(key: str, name: str, value: JsonValue, target: Node, alike: Likeness) -> bool:
    """A switch for what is none (`delete_branch: true` is no `branch`), a line for an offset from 0."""
    if isinstance(value, bool) and alike > Likeness.ALIAS:
        if target.types and "boolean" not in target.types:
            return True
        return alike is Likeness.AFFIX and not set(words(key)) ^ set(words(name)) <= _IS
    said = words(key)
    return "line" in said and "offset" not in said and from_zero(target.description)


def from_zero(description: str) -> bool:
    """Whether an argument's own words say that it counts from 0. Lines are said from 1."""
    return _FROM_ZERO.search(description[:400]) is not None


def renames(violation: Violation, state: State, costs: Mapping[Likeness, Cost]) -> Iterator[Proposal]:
    """A move for each pair that stands out and is alike in one of the ways `costs` prices."""
    for pair in pairings(violation, state):
        if violation.keyword == "undeclared" and _gains_a_role(pair, state.tool):
            continue  # the call runs without it
        if pair.likeness in costs:
            yield propose(
                costs[pair.likeness], move((*violation.path, pair.key), (*violation.path, pair.name))
            )


def _gains_a_role(pair: Pairing, tool: str) -> bool:
    """`id` for `parent_id` where the tool's name says nothing of a parent."""
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
