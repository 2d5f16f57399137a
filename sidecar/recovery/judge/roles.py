"""Whether values kept their meaning: a `from` stays a source, an old text old, the first item first.

All values may come from the call and the answer still be another call: two texts swapped, the `true` of
`dry_run` given to `force`. The keys of the call are compared with the places their values went to; where keys
say nothing, the order in the call decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject, Path
from sidecar.core.names.likeness import Likeness, likeness
from sidecar.core.names.opposites import DENIALS, MEASURES
from sidecar.core.names.words import words
from sidecar.core.schema.contract import Contract
from sidecar.core.values import identity
from sidecar.recovery.prompt.fields import place
from sidecar.recovery.prompt.values import Leaf, show

_FIRST = frozenset(
    "before begin find first from left lo low lower match min minimum old origin original previous search"
    " sender source src start".split()
)
_SECOND = frozenset(
    "after dest destination dst end finish hi high last max maximum modified new put receiver recipient"
    " replace replacement right stop target to upper until updated with".split()
)
_AMOUNTS = frozenset("amount count length number size total".split())


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
    origins: Sequence[Origin], arguments: JsonObject, contract: Contract, names: Collection[str]
) -> str | None:
    """The first value that serves another purpose than in the call, as a reason; None when none does."""
    repeated = _repeated(origin.source for origin in origins)
    telling = [origin for origin in origins if identity(origin.source.value) not in repeated]
    objects: dict[Path, dict[str, Origin]] = {}
    for origin in telling:
        spot = _spot(origin.target.path)
        siblings = place(contract, arguments, spot).siblings
        if contradicts(origin.source.key, origin.target, siblings, names):
            return f"{show(spot)} is not what the call gave as {origin.source.key}"
        if not _says(origin.source.key, origin.target.key, names):
            objects.setdefault(spot[:-1], {}).setdefault(origin.target.key, origin)
    for holder, unsaid in objects.items():
        if not _in_order(unsaid, place(contract, arguments, (*holder, "")).siblings):
            return f"nothing in the call says which value of {show(holder)} is which"
    return _shuffled(telling)


def _spot(path: Path) -> Path:
    """The path up to its last key: `("to", 0)` is at `("to",)`."""
    last = max((at for at, step in enumerate(path) if isinstance(step, str)), default=-1)
    return path[: last + 1]


def contradicts(key: str, target: Leaf, siblings: Collection[str], names: Collection[str]) -> bool:
    """Whether the call's key means something else than the place its value went to."""
    said, meant = set(words(key)), set(words(target.key))
    here = alike(key, target.key, names) or 99
    if key == target.key or not said or here <= Likeness.ALIAS:
        return False
    if (said ^ meant) & DENIALS or (said - meant) & MEASURES:
        return True
    if _side(said) * _side(meant) < 0 or (said & _AMOUNTS and meant & _SECOND):
        return True
    if isinstance(target.value, bool) and not said & meant and here == 99:
        return True
    others = (alike(key, name, names) for name in siblings)
    return any(other and other < min(here, Likeness.PLURAL) for other in others)


def _side(said: Collection[str]) -> int:
    first, second = bool(_FIRST.intersection(said)), bool(_SECOND.intersection(said))
    return int(second) - int(first)


def alike(key: str, name: str, names: Collection[str]) -> int:
    """How alike the names are to the tool of one of `names`, as a Likeness; 0 where they are not."""
    found = [one for tool in names if (one := likeness(key, name, tool)) is not None]
    return int(min(found)) if found else 0


def _says(key: str, name: str, names: Collection[str]) -> bool:
    """Whether the call's key speaks for the place: by its words, an alias, or the side it is on."""
    said, meant = set(words(key)), set(words(name))
    return bool(said & meant) or bool(alike(key, name, names)) or _side(said) * _side(meant) > 0


def _in_order(unsaid: Mapping[str, Origin], order: Sequence[str]) -> bool:
    """Whether values that could trade places stand in the call as their arguments do in the schema."""
    for kind in (str, (int, float)):
        found = [
            unsaid[key].at for key in order if key in unsaid and isinstance(unsaid[key].target.value, kind)
        ]
        if found != sorted(found):
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
