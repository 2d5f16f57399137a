"""Both ways: every leaf of the answer comes from the call, and every leaf of the call is in the answer.

Each leaf of the call is spent once, whole or in parts that lose nothing. So nothing is cut out of a content
while the content also stays, and no text serves as two things.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
<<<<<<< HEAD
from dataclasses import dataclass, field
from itertools import permutations
=======
>>>>>>> recovery

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.schema import Contract
from sidecar.core.words import plain, words

from . import derive
<<<<<<< HEAD
from .fields import Place, may_describe, place
from .reading import ARGUMENT_KEYS
from .trimming import shorten
from .values import Leaf, decode_container, identity, is_empty, leaves, show, walk

NESTED_TEXTS = 4  # JSON text inside JSON text; deeper is a joke
OPEN_LEAVES = 200  # splits and joins compare each with each
JOINED = 64  # leaves of the call that may become one text
JOIN_WORK = 4_000  # joins looked at before a call counts as untraceable
=======
from .fields import may_describe, place
from .reading import ARGUMENT_KEYS
from .reshaping import Ledger, match_joins, match_splits, match_trees
from .trimming import shorten
from .values import Leaf, decode_container, identity, is_empty, leaves, show

NESTED_TEXTS = 4  # JSON text inside JSON text; deeper is a joke
OPEN_LEAVES = 200  # splits and joins compare each with each
>>>>>>> recovery
_NAMING = frozenset({
    "tool", "toolname", "name", "function", "functionname", "type", "recipientname", "toolcall",
})  # fmt: skip
_HOLDING = frozenset({"value", "text", "string", "content", "data", "raw"})
_CALL_TYPES = frozenset({"function", "tool_use", "tool_call", "toolCall"})


<<<<<<< HEAD
@dataclass(slots=True)
class _Ledger:
    """What of the call is not yet in the answer, and what of the answer has no origin yet."""

    sources: list[Leaf]
    targets: list[Leaf]
    places: dict[int, Place]
    declared: Collection[str]
    keys: Collection[str]  # that the call uses
    spent: dict[int, Leaf] = field(default_factory=dict)  # id of a target → the source it came from


=======
>>>>>>> recovery
def untraced(call: JsonValue, answer: JsonObject, contract: Contract, names: Collection[str]) -> str | None:
    """Why `answer` is not the same values rearranged; None when it is. `names`: what the tool was called."""
    sources = [leaf for leaf in leaves(call) if not is_empty(leaf.value)]
    empties = [leaf for leaf in leaves(call) if is_empty(leaf.value)]
    targets = leaves(answer) if answer else []
    places = {id(target): place(contract, answer, target.path) for target in targets}
    for target in targets:
        if is_empty(target.value) and not (
            places[id(target)].constant(target.value) or _was_empty(target, empties)
        ):
            return f"{show(target.path)} is empty in the answer, not in the call"
    declared = contract.root.resolved.properties.keys()
<<<<<<< HEAD
    ledger = _Ledger(
=======
    ledger = Ledger(
>>>>>>> recovery
        sources,
        [target for target in targets if not is_empty(target.value)],
        places,
        declared,
        {source.key for source in sources},
    )
    for _ in range(NESTED_TEXTS):
        _match_whole(ledger)
<<<<<<< HEAD
        _match_trees(ledger, call)
=======
        match_trees(ledger, call)
>>>>>>> recovery
        if not _open_texts(ledger):
            break
    if max(len(ledger.targets), len(ledger.sources)) > OPEN_LEAVES:
        return "most of the answer is not in the call, or most of the call not in the answer"
<<<<<<< HEAD
    _match_splits(ledger)
    _match_joins(ledger)
=======
    match_splits(ledger)
    match_joins(ledger)
>>>>>>> recovery
    _match_choices(ledger)
    _match_shared(ledger, targets)
    for target in ledger.targets:
        here = places[id(target)]
        if not here.constant(target.value) and not may_describe(here, contract, target.value):
            said = shorten(str(target.value), 60)
            return f"{show(target.path)}: {said!r} is not in the call, or was used already"
    for source in ledger.sources:
        if not _names_the_tool(source, names):
            return f"the value of {show(source.path)} in the call is missing from the answer"
    return None


def _was_empty(target: Leaf, empties: list[Leaf]) -> bool:
    """Spend an empty value of the call: under the same key, or under another key of the same item."""
    item = [step for step in target.path if isinstance(step, int)]
    for empty in empties:
        same_item = item and item == [step for step in empty.path if isinstance(step, int)]
        if identity(empty.value) == identity(target.value) and (empty.key == target.key or same_item):
            empties.remove(empty)
            return True
    return False


<<<<<<< HEAD
def _match_whole(ledger: _Ledger) -> None:
=======
def _match_whole(ledger: Ledger) -> None:
>>>>>>> recovery
    """Spend sources on equal targets: the same place first, then the same key, then anywhere, then casts."""
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


<<<<<<< HEAD
def _may(ledger: _Ledger, source: Leaf, target: Leaf) -> bool:
=======
def _may(ledger: Ledger, source: Leaf, target: Leaf) -> bool:
>>>>>>> recovery
    """Whether `target` is allowed to differ from `source` as it does: trims only where they mean nothing."""
    if identity(source.value) == identity(target.value) or ledger.places[id(target)].trims:
        return True
    readings = derive.readings(source.value, trims=False)
    return identity(target.value) in [identity(value) for value in readings]


<<<<<<< HEAD
def _loses_a_key(ledger: _Ledger, source: Leaf, target: Leaf) -> bool:
=======
def _loses_a_key(ledger: Ledger, source: Leaf, target: Leaf) -> bool:
>>>>>>> recovery
    """Whether a key that says something goes: `{"body": {"port": 1}}` is not the content `1`."""
    above = [step for step in source.path if isinstance(step, str)]
    if len(above) < 2 or sum(isinstance(step, str) for step in target.path) > 1:
        return False
    key, holder = above[-1], above[-2]
    if key in ledger.declared or plain(key) in _HOLDING or plain(key) == plain(holder):
        return False
    return holder not in ARGUMENT_KEYS and set(words(key)).isdisjoint(words(target.key))


<<<<<<< HEAD
def _misplaced(ledger: _Ledger, source: Leaf, target: Leaf) -> bool:
=======
def _misplaced(ledger: Ledger, source: Leaf, target: Leaf) -> bool:
>>>>>>> recovery
    """Whether the call's key names another property than the one its value went to."""
    return isinstance(target.path[-1], str) and ledger.places[id(target)].names_another(
        source.key, ledger.keys
    )


<<<<<<< HEAD
def _match_trees(ledger: _Ledger, call: JsonValue) -> None:
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


def _open_texts(ledger: _Ledger) -> bool:
=======
def _open_texts(ledger: Ledger) -> bool:
>>>>>>> recovery
    """Replace sources that are JSON text by what is in it. Whether there were any."""
    opened = False
    sources: list[Leaf] = []
    for source in ledger.sources:
        tree = decode_container(source.value) if isinstance(source.value, str) else None
        if tree is None or not ledger.targets:
            sources.append(source)
            continue
        opened = True
        sources.extend(
            Leaf((*source.path, *leaf.path), leaf.value) for leaf in leaves(tree) if not is_empty(leaf.value)
        )
    ledger.sources = sources
    return opened


<<<<<<< HEAD
def _match_splits(ledger: _Ledger) -> None:
    """A text whose parts are all in the answer: `"a.ts, b.ts"` → items; `"src/a"` → directory and name."""
    for source in list(ledger.sources):
        if not isinstance(source.value, str):
            continue
        for parts in derive.splits(source.value):
            found = _all_of(parts, ledger.targets) if len(parts) > 1 else None
            if found:
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


def _match_joins(ledger: _Ledger) -> None:
    """Leaves of the call that became one text: a directory and a name, the words of a command."""
    work = JOIN_WORK
    for target in list(ledger.targets):
        if not isinstance(target.value, str):
            continue
        usable = [source for source in ledger.sources if isinstance(source.value, (str, int, float))][:JOINED]
        runs = [
            usable[start:end] for start in range(len(usable)) for end in range(start + 2, len(usable) + 1)
        ]
        runs += [list(pair) for pair in permutations(usable[:8], 2)]
        for run in runs:
            parts = [text for source in run for text in _as_text(source.value)]
            if abs(sum(map(len, parts)) - len(target.value)) > 4 * len(parts) + 2:
                continue
            work -= 1
            if work < 0:
                return
            if target.value in derive.joins(parts):
                ledger.targets.remove(target)
                ledger.sources = [source for source in ledger.sources if source not in run]
                break


def _as_text(value: JsonValue) -> list[str]:
    return [value] if isinstance(value, str) else [str(next(derive.readings(value, trims=False)))]


def _match_choices(ledger: _Ledger) -> None:
=======
def _match_choices(ledger: Ledger) -> None:
>>>>>>> recovery
    """A value that is none of a property's choices, replaced under its key by one of them."""
    for target in list(ledger.targets):
        here = ledger.places[id(target)]
        if not here.choice(target.value):
            continue
        same = [source for source in ledger.sources if plain(source.key) == plain(target.key)]
        if len(same) == 1 and not here.choice(same[0].value):
            ledger.targets.remove(target)
            ledger.sources.remove(same[0])


<<<<<<< HEAD
def _match_shared(ledger: _Ledger, targets: list[Leaf]) -> None:
    """One value for the whole call, repeated in each item under the same key: `path` beside `edits`."""
=======
def _match_shared(ledger: Ledger, targets: list[Leaf]) -> None:
    """One value for the whole call, repeated under its key in items that hold something of their own."""
>>>>>>> recovery
    shared = {
        (target.pattern, identity(target.value))
        for target in targets
        if (source := ledger.spent.get(id(target))) is not None
        and not any(isinstance(step, int) for step in source.path)
        and plain(source.key) == plain(target.key)
    }
<<<<<<< HEAD
    ledger.targets = [
        target for target in ledger.targets if (target.pattern, identity(target.value)) not in shared
    ]


=======
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


>>>>>>> recovery
def _names_the_tool(source: Leaf, names: Collection[str]) -> bool:
    """Whether a leaf only says which tool was meant: `{"tool": "write", "args": {…}}`."""
    if plain(source.key) not in _NAMING or not isinstance(source.value, str):
        return False
    return source.value in names or source.value in _CALL_TYPES
