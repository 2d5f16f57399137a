"""Whether values kept their meaning: a `from` stays a source, an old text old, the first item first.

All values may come from the call and the answer still be another call: two texts swapped, the `true` of
`dry_run` given to `force`. The keys of the call are compared with the places their values went to; where keys
say nothing, the order in the call decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject, Path
from sidecar.core.learned import alike, in_order, says, says_another, side
from sidecar.core.names.words import words
from sidecar.core.schema.contract import Contract
from sidecar.core.values import identity
from sidecar.recovery.prompt.fields import Place, place
from sidecar.recovery.prompt.values import Leaf, show

# words that a key may have more than the place its value went to, though no list of names knows them together
_IDLE = frozenset(
    "absolute actual desired dest destination file final full new out output relative target text".split()
)


@dataclass(frozen=True, slots=True)
class Naming:
    """`names`: what the tool was called, its own name too. `reading`: it changes nothing."""

    names: Collection[str]
    reading: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """One value of the answer, the leaf of the call it came from, and where that stands in the call.

    `exact`: `at` is a place in a text, so that the values of one item stand together.
    """

    target: Leaf
    source: Leaf
    at: int
    exact: bool = False


def swapped(
    origins: Sequence[Origin], arguments: JsonObject, contract: Contract, naming: Naming
) -> str | None:
    """The first value that serves another purpose than in the call, as a reason; None when none does."""
    repeated = _repeated(origin.source for origin in origins)
    telling = [origin for origin in origins if identity(origin.source.value) not in repeated]
    objects: dict[Path, dict[str, Origin]] = {}
    for origin in telling:
        spot = _spot(origin.target.path)
        here = place(contract, arguments, spot)
        if contradicts(origin.source.key, origin.target, here, naming):
            return f"{show(spot)} is not what the call gave as {origin.source.key}"
        if not says(origin.source.key, origin.target.key, naming.names):
            objects.setdefault(spot[:-1], {}).setdefault(origin.target.key, origin)
    for holder, unsaid in objects.items():
        if not _in_order(unsaid, place(contract, arguments, (*holder, "")).siblings):
            return f"nothing in the call says which value of {show(holder)} is which"
    return _shuffled(telling)


def _spot(path: Path) -> Path:
    """The path up to its last key: `("to", 0)` is at `("to",)`."""
    last = max((at for at, step in enumerate(path) if isinstance(step, str)), default=-1)
    return path[: last + 1]


def contradicts(key: str, target: Leaf, here: Place, naming: Naming) -> bool:
    """Whether the call's key means something else than the place its value went to."""
    said, meant = set(words(key)), set(words(target.key))
    if key == target.key or not said:
        return False
    known = alike(key, target.key, naming.names) > 0
    if not known and isinstance(target.value, bool) and not said & meant:
        return True
    if not known and _qualified(said, meant, here, naming):
        return True
    return says_another(key, target.key, here.siblings, naming.names)


def _qualified(said: set[str], meant: set[str], here: Place, naming: Naming) -> bool:
    """Whether key and place share a word and one of them says more: `content_type` is no `content`."""
    if all(side(word) for word in said & meant):
        return False  # nothing but the side they are on
    tools = {word for name in naming.names for word in words(name)}
    return bool(said - meant - _IDLE - tools) or (bool(meant - said - tools) and not here.required)


def could_describe(origins: Iterable[Origin], naming: Naming) -> str | None:
    """A text of the call that new words could stand for: a sentence whose key does not say what it is."""
    for origin in origins:
        value, target = origin.source.value, origin.target
        if not isinstance(value, str) or len(value.split()) < 2 or Place(target.path, None, False).executed:
            continue
        if not says(origin.source.key, target.key, naming.names):
            return show(origin.source.path)
    return None


def _in_order(unsaid: Mapping[str, Origin], order: Sequence[str]) -> bool:
    """Whether values that could trade places stand in the call as their arguments do in the schema."""
    as_sent = sorted((key for key in unsaid if key in order), key=lambda key: unsaid[key].at)
    for kind in (str, (int, float)):
        if not in_order([key for key in as_sent if isinstance(unsaid[key].target.value, kind)], order):
            return False
    return True


def _shuffled(origins: Sequence[Origin]) -> str | None:
    """Items in another order than the call's, or an item put together from several of them."""
    lists: dict[Path, dict[int, list[Origin]]] = {}
    for origin in origins:
        path = origin.target.path
        at = max((at for at, step in enumerate(path) if isinstance(step, int)), default=-1)
        if at >= 0:
            step = path[at]
            assert isinstance(step, int)  # noqa: S101 - found as one
            lists.setdefault(path[:at], {}).setdefault(step, []).append(origin)
    for holder, items in lists.items():
        until = -1
        for _, group in sorted(items.items()):
            places = [_indices(one.source) for one in group if _indices(one.source)]
            if len({place[0] for place in places}) > 1 and len({place[-1] for place in places}) > 1:
                return f"an item of {show(holder)} is made of several items of the call"
            whole = len(group[0].target.path) == len(holder) + 1 or all(one.exact for one in group)
            stand = [one.at for one in group if whole or _indices(one.source)]
            if stand and min(stand) < until:
                return f"the order of {show(holder)} is not the call's"
            until = max(stand) if stand and whole else min(stand, default=until)
    return None


def _indices(leaf: Leaf) -> list[int]:
    return [step for step in leaf.path if isinstance(step, int)]


def _repeated(sources: Iterator[Leaf]) -> set[object]:
    seen: dict[object, int] = {}
    for source in sources:
        key = identity(source.value)
        seen[key] = seen.get(key, 0) + 1
    return {key for key, count in seen.items() if count > 1}
