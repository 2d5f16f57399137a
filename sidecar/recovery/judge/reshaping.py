"""Leaves of the call that changed shape in the answer: trees as text, texts split, parts joined."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import permutations

from sidecar.core.blocks import JsonValue
from sidecar.core.names.likeness import Likeness
from sidecar.core.names.words import plain, singular, words
from sidecar.core.values import identity, is_empty
from sidecar.recovery.prompt.fields import Place
from sidecar.recovery.prompt.values import Leaf, decode_container, leaves, walk

from . import derive
from .roles import alike

JOINED = 64  # leaves of the call that may become one text
JOIN_WORK = 4_000  # joins looked at before a call counts as untraceable
_PROGRAMS = frozenset({"command", "cmd", "program", "executable", "binary"})
_PROGRAM_ARGUMENTS = frozenset({"args", "argv", "arguments", "params", "parameters"})


@dataclass(slots=True)
class Ledger:
    """`sources`: leaves of the call not yet in the answer. `targets`: those of the answer with no origin."""

    sources: list[Leaf]
    targets: list[Leaf]
    places: dict[int, Place]
    declared: Collection[str]
    keys: Collection[str]  # that the call uses
    spent: dict[int, Leaf] = field(default_factory=dict, init=False)  # by id of a target
    joined: list[tuple[Leaf, Leaf]] = field(default_factory=list, init=False)  # a target and one of its parts


def match_trees(ledger: Ledger, call: JsonValue) -> None:
    """A structure of the call that the answer spells as JSON text: `{"content": {"a": 1}}` → `'{"a": 1}'`."""
    for target in list(ledger.targets):
        tree = decode_container(target.value) if isinstance(target.value, str) else None
        if not tree:
            continue
        wanted = identity(tree)
        for path, value in walk(call):
            if not path or not isinstance(value, (dict, list)) or identity(value) != wanted:
                continue
            inside = [source for source in ledger.sources if source.path[: len(path)] == path]
            if len(inside) == sum(not is_empty(leaf.value) for leaf in leaves(value)):
                ledger.sources = [source for source in ledger.sources if source not in inside]
                ledger.targets.remove(target)
                break


def match_splits(ledger: Ledger) -> None:
    """A text whose parts are all in the answer: `"a.ts, b.ts"` → items; `"src/a"` → directory and name."""
    for source in list(ledger.sources):
        if not isinstance(source.value, str):
            continue
        for parts, as_list in derive.splits(source.value):
            found = _all_of(parts, ledger.targets) if len(parts) > 1 else None
            if found and (_one_list(found) or not (as_list or _in_one_list(found))):
                ledger.targets = [target for target in ledger.targets if target not in found]
                ledger.sources.remove(source)
                break


def _all_of(parts: list[str], targets: list[Leaf]) -> list[Leaf] | None:
    """A target for every part, in order; None when one part has none."""
    found: list[Leaf] = []
    for part in parts:
        forms = [identity(value) for value in (part, *derive.readings(part, trims=False))]
        match = next((one for one in targets if one not in found and identity(one.value) in forms), None)
        if match is None:
            return None
        found.append(match)
    return found


def match_joins(ledger: Ledger, names: Collection[str]) -> None:
    """Leaves of the call that became one text: a directory and a name, the words of a command.

    `names`: what the tool was called.
    """
    work = JOIN_WORK
    for target in list(ledger.targets):
        if not isinstance(target.value, str):
            continue
        usable = [source for source in ledger.sources if isinstance(source.value, (str, int, float))][:JOINED]
        for run, joiners in _runs(usable):
            parts = [text for source in run for text in _as_text(source.value)]
            if abs(sum(map(len, parts)) - len(target.value)) > 4 * len(parts) + 2:
                continue
            work -= 1
            if work < 0:
                return
            between = _between(run, joiners, ledger.places[id(target)], names)
            if target.value in derive.joins(parts, between):
                ledger.targets.remove(target)
                ledger.sources = [source for source in ledger.sources if source not in run]
                ledger.joined += [(target, source) for source in run]
                break


def _runs(usable: list[Leaf]) -> Iterator[tuple[list[Leaf], Collection[str]]]:
    """Leaves that belong in one text, and with what between them.

    A whole list; a program and the list of its arguments; a directory and a name. A command and some other
    argument are two things: joined, they would be another command.
    """
    by_list: dict[object, list[Leaf]] = {}
    for leaf in usable:
        if isinstance(leaf.path[-1], int):
            by_list.setdefault(leaf.path[:-1], []).append(leaf)
    alone = [leaf for leaf in usable if isinstance(leaf.path[-1], str)]
    for items in by_list.values():
        yield items, derive.LIST_JOINERS
        if plain(items[0].key) in _PROGRAM_ARGUMENTS:
            yield from (([leaf, *items], " ") for leaf in alone if plain(leaf.key) in _PROGRAMS)
    yield from ((list(pair), derive.PATH_JOINERS) for pair in permutations(alone[:8], 2))


def _between(
    run: list[Leaf], joiners: Collection[str], here: Place, names: Collection[str]
) -> Collection[str]:
    """What may stand between the parts of a text at this place: `joiners`, or fewer of them."""
    if not here.executed:  # other white space than a line break would be new in a text
        return derive.LINE_JOINERS if joiners is derive.LIST_JOINERS and not here.trims else joiners
    if joiners is not derive.LIST_JOINERS:
        return joiners if " " in joiners else ()
    key, first = run[0].key, run[0].value
    if here.trims and not (isinstance(first, str) and " " in first.strip()):  # a program: these are its words
        return " " if plain(key) in _PROGRAM_ARGUMENTS or _is_the_same(key, here.key, names) else ()
    return "\n" if _is_the_same(key, here.key, names) else ()


def _is_the_same(key: str, name: str, names: Collection[str]) -> bool:
    """Whether `key` is that one argument. `commands` are several commands, and no lines of one `command`."""
    said = words(key)
    return tuple(map(singular, said)) == said and 0 < alike(key, name, names) <= Likeness.ALIAS


def _in_one_list(found: list[Leaf]) -> bool:
    return isinstance(found[0].path[-1], int) and len({leaf.path[:-1] for leaf in found}) == 1


def _one_list(found: list[Leaf]) -> bool:
    """Whether the leaves are items of one list, in its order."""
    indices = [leaf.path[-1] for leaf in found if isinstance(leaf.path[-1], int)]
    return _in_one_list(found) and indices == sorted(indices)


def _as_text(value: JsonValue) -> list[str]:
    return [value] if isinstance(value, str) else [str(next(derive.readings(value, trims=False)))]
