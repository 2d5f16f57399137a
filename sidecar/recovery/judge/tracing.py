"""Every leaf of the answer must come from the call, and every leaf of the call must be in the answer.

Each leaf of the call may be used once, whole or in parts that lose nothing. So no text serves as two values,
and no part of a text is taken while the text also stays.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from typing import TypeAlias

from sidecar.core.blocks import JsonObject, JsonValue, Path
from sidecar.core.envelopes import ANSWER_ARGUMENTS
from sidecar.core.learned import alike
from sidecar.core.names.words import plain, words
from sidecar.core.patch import value_at
from sidecar.core.schema.contract import Contract
from sidecar.core.values import identity, is_empty
from sidecar.recovery.prompt.fields import may_describe, place
from sidecar.recovery.prompt.trimming import shorten
from sidecar.recovery.prompt.values import Leaf, decode_container, leaves, show

from . import derive
from .reshaping import Ledger, match_joins, match_splits, match_trees
from .roles import Naming, Origin, could_describe, swapped

# Whether a value of the call, at this path of the answer, would be mended to what the answer has there.
Means: TypeAlias = Callable[[Path, JsonValue], bool]

NESTED_TEXTS = 4  # levels of JSON text inside JSON text that are opened
OPEN_LEAVES = 200  # splits and joins compare each with each
_NAMING = frozenset({
    "tool", "toolname", "name", "function", "functionname", "type", "recipientname", "toolcall",
})  # fmt: skip
_HOLDING = frozenset({"value", "text", "string", "content", "data", "raw"})
_CALL_TYPES = frozenset({"function", "tool_use", "tool_call", "toolCall"})


def untraced(
    call: JsonValue, answer: JsonObject, contract: Contract, naming: Naming, means: Means
) -> str | None:
    """Why `answer` is not the same values rearranged; None when it is."""
    names, reading = naming.names, naming.reading
    sources = [leaf for leaf in leaves(call) if not is_empty(leaf.value)]
    empties = [leaf for leaf in leaves(call) if is_empty(leaf.value)]
    targets = leaves(answer) if answer else []
    places = {id(target): place(contract, answer, target.path) for target in targets}
    for target in targets:
        if is_empty(target.value) and not (
            places[id(target)].constant(target.value, reading=reading) or _was_empty(target, empties)
        ):
            return f"{show(target.path)} is empty in the answer, not in the call"
    declared = contract.root.resolved.properties.keys()
    ledger = Ledger(
        sources,
        [target for target in targets if not is_empty(target.value)],
        places,
        declared,
        {source.key for source in sources},
        [((), call)],
        names,
    )
    for _ in range(NESTED_TEXTS):
        _match_whole(ledger)
        match_trees(ledger, call)
        if not _open_texts(ledger):
            break
    if max(len(ledger.targets), len(ledger.sources)) > OPEN_LEAVES:
        return "most of the answer is not in the call, or most of the call not in the answer"
    match_splits(ledger)
    match_joins(ledger, naming)
    _match_choices(ledger, means)
    _match_shared(ledger, targets)
    origins = _origins(ledger, call, targets)
    for target in ledger.targets:
        here = places[id(target)]
        if here.constant(target.value, reading=reading):
            continue
        if not may_describe(here, contract, target.value):
            return _no_origin(target, call, ledger)
        if (meant := could_describe(origins, naming)) is not None:
            return f"{show(target.path)} is new, and {meant} of the call could be meant"
    for source in ledger.sources:
        if not _names_the_tool(source, names):
            return f"the value of {show(source.path)} in the call is missing from the answer"
    return swapped(origins, answer, contract, naming)


def _no_origin(target: Leaf, call: JsonValue, ledger: Ledger) -> str:
    """Why `target` does not come from the call."""
    said = f"{show(target.path)}: {shorten(str(target.value), 60)!r}"
    wanted = identity(target.value)
    left = next((source for source in ledger.sources if identity(source.value) == wanted), None)
    if left is not None:
        return f"{said} is what the call gave as {show(left.path)}, which is something else"
    given = [*leaves(call), *ledger.spent.values()]
    if any(identity(source.value) == wanted for source in given):
        return f"{said} is in the answer more often than in the call"
    return f"{said} is no value of the call"


def _origins(ledger: Ledger, call: JsonValue, targets: list[Leaf]) -> list[Origin]:
    """Where the answer's values stood in the call."""
    order = {leaf.path: at for at, leaf in enumerate(leaves(call))}
    pairs = [(target, ledger.spent[id(target)]) for target in targets if id(target) in ledger.spent]
    return [
        Origin(target, source, order.get(source.path, len(order) + at))
        for at, (target, source) in enumerate([*pairs, *ledger.joined])
    ]


def _was_empty(target: Leaf, empties: list[Leaf]) -> bool:
    """Use up an empty value of the call: under the same key, or another key of the same list item."""
    item = [step for step in target.path if isinstance(step, int)]
    for empty in empties:
        same_item = item and item == [step for step in empty.path if isinstance(step, int)]
        if identity(empty.value) == identity(target.value) and (empty.key == target.key or same_item):
            empties.remove(empty)
            return True
    return False


def _match_whole(ledger: Ledger) -> None:
    """Pair sources with equal targets: at the same place, then the same key, then anywhere, then as casts."""
    for nearness in ("pattern", "key", "anywhere", "reading"):
        by_value: dict[object, deque[Leaf]] = {}
        for source in ledger.sources:
            for value in _forms(source, nearness):
                by_value.setdefault((_spot(source, nearness), identity(value)), deque()).append(source)
        taken: set[int] = set()
        rest: list[Leaf] = []
        for target in ledger.targets:
            waiting = by_value.get((_spot(target, nearness), identity(target.value)), deque())
            while waiting and id(waiting[0]) in taken:
                waiting.popleft()
            if waiting and _may(ledger, waiting[0], target):
                source = waiting.popleft()
                if _loses_a_key(ledger, source, target) or _misplaced(ledger, source, target):
                    rest.append(target)
                    continue
                taken.add(id(source))
                ledger.spent[id(target)] = source
            else:
                rest.append(target)
        ledger.targets = rest
        ledger.sources = [source for source in ledger.sources if id(source) not in taken]


def _spot(leaf: Leaf, nearness: str) -> object:
    return leaf.pattern if nearness == "pattern" else leaf.key if nearness == "key" else None


def _forms(source: Leaf, nearness: str) -> list[JsonValue]:
    return list(derive.readings(source.value, trims=True)) if nearness == "reading" else [source.value]


def _may(ledger: Ledger, source: Leaf, target: Leaf) -> bool:
    """Whether `target` is allowed to differ from `source` as it does: trims only where they mean nothing."""
    if identity(source.value) == identity(target.value) or ledger.places[id(target)].trims:
        return True
    readings = derive.readings(source.value, trims=False)
    return identity(target.value) in [identity(value) for value in readings]


def _loses_a_key(ledger: Ledger, source: Leaf, target: Leaf) -> bool:
    """Whether a key that says something goes: `{"body": {"port": 1}}` is not the content `1`."""
    above = [step for step in source.path if isinstance(step, str)]
    if len(above) < 2 or sum(isinstance(step, str) for step in target.path) > 1:
        return False
    key, holder = above[-1], above[-2]
    if _is_wrapper(ledger, source):
        return False
    if key in ledger.declared or plain(key) in _HOLDING or plain(key) == plain(holder):
        return False
    return holder not in ANSWER_ARGUMENTS and set(words(key)).isdisjoint(words(target.key))


def _is_wrapper(ledger: Ledger, source: Leaf) -> bool:
    """Whether a leaf stands with others in an object that is no argument: each then goes to its own."""
    path = source.path[:-1]
    holder = next((step for step in reversed(path) if isinstance(step, str)), "")
    if any(alike(holder, name, ledger.names) for name in ledger.declared):
        return False
    for above, tree in ledger.trees:
        if path[: len(above)] == above:
            try:
                inside = value_at(tree, path[len(above) :])
            except (LookupError, TypeError):
                continue
            if isinstance(inside, dict) and sum(not is_empty(value) for value in inside.values()) > 1:
                return True
    return False


def _misplaced(ledger: Ledger, source: Leaf, target: Leaf) -> bool:
    """Whether the call's key names another property than the one its value went to."""
    return isinstance(target.path[-1], str) and ledger.places[id(target)].names_another(
        source.key, ledger.keys
    )


def _open_texts(ledger: Ledger) -> bool:
    """Replace sources that are JSON text by what is in it. Whether there were any."""
    opened = False
    sources: list[Leaf] = []
    for source in ledger.sources:
        tree = decode_container(source.value) if isinstance(source.value, str) else None
        if tree is None or not ledger.targets:
            sources.append(source)
            continue
        opened = True
        ledger.trees.append((source.path, tree))
        sources.extend(
            Leaf((*source.path, *leaf.path), leaf.value) for leaf in leaves(tree) if not is_empty(leaf.value)
        )
    ledger.sources = sources
    return opened


def _match_choices(ledger: Ledger, means: Means) -> None:
    """A value that is none of a property's choices, replaced under its key by the one that it means."""
    for target in list(ledger.targets):
        same = [source for source in ledger.sources if plain(source.key) == plain(target.key)]
        if len(same) == 1 and means(target.path, same[0].value):
            ledger.targets.remove(target)
            ledger.sources.remove(same[0])


def _match_shared(ledger: Ledger, targets: list[Leaf]) -> None:
    """One value for the whole call, repeated under its key in items that hold something of their own."""
    shared = {
        (target.pattern, identity(target.value))
        for target in targets
        if (source := ledger.spent.get(id(target))) is not None
        and not any(isinstance(step, int) for step in source.path)
        and plain(source.key) == plain(target.key)
    }
    own = {
        _item(target)
        for target in targets
        if id(target) in ledger.spent and (target.pattern, identity(target.value)) not in shared
    }
    ledger.targets = [
        target
        for target in ledger.targets
        if (target.pattern, identity(target.value)) not in shared or _item(target) not in own
    ]


def _item(leaf: Leaf) -> object:
    """The list item a leaf is in."""
    last = max((at for at, step in enumerate(leaf.path) if isinstance(step, int)), default=-1)
    return leaf.path[: last + 1]


def _names_the_tool(source: Leaf, names: Collection[str]) -> bool:
    """Whether a leaf only says which tool was meant: `{"tool": "write", "args": {…}}`."""
    if plain(source.key) not in _NAMING or not isinstance(source.value, str):
        return False
    return source.value in names or source.value in _CALL_TYPES
