"""Leaves of the call that changed shape in the answer: trees as text, texts split, parts joined."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import permutations

from sidecar.core.blocks import JsonValue, Path
from sidecar.core.learned import alike, in_order
from sidecar.core.names.likeness import Likeness
from sidecar.core.names.words import plain, singular, words
from sidecar.core.values import identity, is_empty
from sidecar.recovery.prompt.fields import Place
from sidecar.recovery.prompt.values import Leaf, decode_container, leaves, walk

from . import derive
from .roles import Naming

JOIN_WORK = 4_000  # joins looked at before a call counts as untraceable
_PROGRAMS = frozenset({"command", "cmd", "program", "executable", "binary"})
_PROGRAM_ARGUMENTS = frozenset({"args", "argv", "arguments", "params", "parameters"})
_FOLDERS = frozenset({"base", "cwd", "dir", "directory", "folder", "parent", "root"})


@dataclass(slots=True)
class Ledger:
    """`sources`: leaves of the call not yet in the answer. `targets`: those of the answer with no origin."""

    sources: list[Leaf]
    targets: list[Leaf]
    places: dict[int, Place]
    declared: Collection[str]
    keys: Collection[str]  # that the call uses
    trees: list[tuple[Path, JsonValue]]  # the call and the JSON in its texts, each with where it stands
    names: Collection[str]  # what the tool was called
    spent: dict[int, Leaf] = field(default_factory=dict, init=False)  # by id of a target
    joined: list[tuple[Leaf, Leaf]] = field(default_factory=list, init=False)  # a target and one of its parts


@dataclass(frozen=True, slots=True)
class _Run:
    """`leaves` of the call that may become one text: its `parts`, with one of `joiners` between them."""

    leaves: list[Leaf]
    parts: list[str]
    joiners: Collection[str]


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
    """A text whose parts are all in the answer: `"a.ts, b.ts"` → items; `"octo/cat"` → owner and repo."""
    for source in list(ledger.sources):
        if not isinstance(source.value, str):
            continue
        found = _cut(source.value, ledger)
        if found:
            ledger.targets = [target for target in ledger.targets if target not in found]
            ledger.sources.remove(source)


def _cut(text: str, ledger: Ledger) -> list[Leaf] | None:
    """The places that the parts of `text` fill, as they stand in it. A command is never cut."""
    usable = [target for target in ledger.targets if not ledger.places[id(target)].executed]
    for parts in derive.lists(text):
        found = _all_of(parts, usable) if len(parts) > 1 else None
        if found and _one_list(found):
            return found
    fields = [target for target in usable if not ledger.places[id(target)].holds_text]
    for parts in derive.fields(text):
        found = _all_of(parts, fields)
        if found and _as_declared(found, ledger):
            return found
    return None


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


def _as_declared(found: list[Leaf], ledger: Ledger) -> bool:
    """Whether the leaves are arguments of one object, in the order in which it declares them."""
    holder, order = found[0].path[:-1], ledger.places[id(found[0])].siblings
    if any(leaf.path[:-1] != holder or leaf.key not in order for leaf in found):
        return False
    return in_order([leaf.key for leaf in found], order)


def match_joins(ledger: Ledger, naming: Naming) -> None:
    """Leaves of the call that became one text: a directory and a name, the words of a command."""
    work = JOIN_WORK
    for target in list(ledger.targets):
        if not isinstance(target.value, str):
            continue
        usable = [source for source in ledger.sources if isinstance(source.value, (str, int, float))]
        for run in _runs(usable, ledger.trees):
            if abs(sum(map(len, run.parts)) - len(target.value)) > 4 * len(run.parts) + 2:
                continue
            work -= 1
            if work < 0:
                return
            between = _between(run.leaves, run.joiners, ledger.places[id(target)], naming)
            if target.value in derive.joins(run.parts, between):
                ledger.targets.remove(target)
                ledger.sources = [source for source in ledger.sources if source not in run.leaves]
                ledger.joined += [(target, source) for source in run.leaves]
                break


def _runs(usable: list[Leaf], trees: list[tuple[Path, JsonValue]]) -> Iterator[_Run]:
    """Leaves that belong in one text.

    A whole list; a program and the list of its arguments; a folder and a name. A command and some other
    argument are two things: joined, they would be another command.
    """
    alone = [leaf for leaf in usable if isinstance(leaf.path[-1], str)]
    for items, parts in _whole_lists(usable, trees):
        yield _Run(items, parts, derive.LIST_JOINERS)
        if plain(items[0].key) in _PROGRAM_ARGUMENTS:
            for leaf in alone:
                if plain(leaf.key) in _PROGRAMS:
                    yield _Run([leaf, *items], [*_as_text(leaf.value), *parts], " ")
    for first, second in permutations(alone[:8], 2):
        if _is_folder(first) or (not _is_folder(second) and alone.index(first) < alone.index(second)):
            yield _Run([first, second], _as_text(first.value) + _as_text(second.value), derive.PATH_JOINERS)


def _is_folder(leaf: Leaf) -> bool:
    return not _FOLDERS.isdisjoint(words(leaf.key))


def _whole_lists(
    usable: list[Leaf], trees: list[tuple[Path, JsonValue]]
) -> Iterator[tuple[list[Leaf], list[str]]]:
    """The lists of which no item was used: their items that hold something, and the texts of all."""
    by_path = {leaf.path: leaf for leaf in usable}
    for above, tree in trees:
        for path, value in walk(tree):
            if not isinstance(value, list) or not all(isinstance(item, (str, int, float)) for item in value):
                continue
            items = [by_path.get((*above, *path, at)) for at, item in enumerate(value) if item != ""]
            unused = [leaf for leaf in items if leaf is not None]
            if unused and len(unused) == len(items):
                yield unused, [text for item in value for text in _as_text(item)]


def _between(run: list[Leaf], joiners: Collection[str], here: Place, naming: Naming) -> Collection[str]:
    """What may stand between the parts of a text at this place: `joiners`, or fewer of them."""
    if joiners is derive.PATH_JOINERS and not here.names_file:
        return ()
    if not here.executed:  # other white space than a line break would be new in a text
        return derive.LINE_JOINERS if joiners is derive.LIST_JOINERS and not here.trims else joiners
    if joiners is not derive.LIST_JOINERS:
        return joiners if " " in joiners else ()
    key, first = run[0].key, run[0].value
    if here.trims and not (isinstance(first, str) and " " in first.strip()):  # a program: these are its words
        return " " if plain(key) in _PROGRAM_ARGUMENTS or _is_the_same(key, here.key, naming) else ()
    return "\n" if _is_the_same(key, here.key, naming) else ()


def _is_the_same(key: str, name: str, naming: Naming) -> bool:
    """Whether `key` is that one argument. `commands` are several commands, and no lines of one `command`."""
    said = words(key)
    return tuple(map(singular, said)) == said and 0 < alike(key, name, naming.names) <= Likeness.ALIAS


def _in_one_list(found: list[Leaf]) -> bool:
    return isinstance(found[0].path[-1], int) and len({leaf.path[:-1] for leaf in found}) == 1


def _one_list(found: list[Leaf]) -> bool:
    """Whether the leaves are items of one list, in its order."""
    indices = [leaf.path[-1] for leaf in found if isinstance(leaf.path[-1], int)]
    return _in_one_list(found) and indices == sorted(indices)


def _as_text(value: JsonValue) -> list[str]:
    return [value] if isinstance(value, str) else [str(next(derive.readings(value, trims=False)))]
