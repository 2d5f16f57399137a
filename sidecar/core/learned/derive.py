"""(failing call, accepted answer) → the structure that turns call into answer; None if a value is new.

Equal parts of call and answer are paired, the largest first: in the same place, then where only one place is
left. A value that stands twice in the call is paired only where its place decides which one is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sidecar.core.blocks import Answer, JsonValue, ToolCall
from sidecar.core.schema.contract import schema_hash
from sidecar.core.toolset import Toolset
from sidecar.core.values import TooLargeError, written

from .casts import cast, casts_to, form, wider
from .judged import judged
from .shape import LONGEST_KEY, MOST_TAKES, Cast, Shape, Steps, Take, starred
from .tree import Used, value_of, walk


def derive(call: ToolCall, answer: Answer, tools: Toolset) -> Shape | None:
    """The shape that turns `call` into `answer`, checked by applying it: `judged` gives exactly `answer`."""
    tool, before = tools.get(call.name), value_of(call)
    if tool is None or before is None or answer.name != call.name:
        return None  # never another tool
    try:
        matching = _Matching(before, answer.arguments)
        if not matching.complete() or not matching.rest_names(tool.name):
            return None
        takes = _general(matching.takes)
    except (TooLargeError, RecursionError):
        return None
    if len(takes) > MOST_TAKES or not all(_is_structure(take) for take in takes):
        return None
    shape = Shape(tool.name, schema_hash(tool.parameters), takes)
    return shape if judged(shape, call, tools) == answer else None


@dataclass(frozen=True, slots=True)
class _Found:
    """A part of the answer and the part of the call it came from."""

    source: Steps
    target: Steps
    value: JsonValue
    cast: Cast


class _Matching:
    def __init__(self, before: JsonValue, after: JsonValue) -> None:
        self._before, self._after = before, after
        self._parts = dict(walk(before, lambda steps: True))
        self._places: dict[str, list[Steps]] = {}
        for steps, value in self._parts.items():
            self._places.setdefault(written(value), []).append(steps)
        self._used = Used()
        self._found: dict[Steps, _Found] = {}  # by target
        self._naming: list[Steps] = []

    @property
    def takes(self) -> list[Take]:
        in_order = [self._found[steps] for steps, _ in walk(self._after) if steps in self._found]
        takes = [Take(one.source, one.target, one.cast, form(one.value, one.target)) for one in in_order]
        return [*takes, *(Take(source, None) for source in self._naming)]

    def complete(self) -> bool:
        """Pair every part of the answer with its source. Returns whether each has exactly one."""
        for target, value in self._open():
            if (
                target in self._parts
                and written(self._parts[target]) == written(value)
                and self._used.free(target)
            ):
                self._take(target, target, value)
        for target, value in self._open():
            sources = self._sources(target, value)
            if len(sources) == 1:
                self._take(*sources[0])
            elif not isinstance(value, (dict, list)) or not value:
                return False
        return True

    def rest_names(self, tool: str) -> bool:
        """Whether every unused leaf of the call is the tool's name. They become takes without a target."""
        for steps, value in self._used.left(self._before):
            if value != tool:
                return False
            self._naming.append(steps)
        return True

    def _open(self) -> Iterator[tuple[Steps, JsonValue]]:
        """The parts of the answer without a source, the whole first; below one that gets a source, none."""
        for target, value in walk(self._after):
            if not any(target[:length] in self._found for length in range(len(target) + 1)):
                yield target, value

    def _sources(self, target: Steps, value: JsonValue) -> list[tuple[Steps, Steps, JsonValue, Cast]]:
        equal = [steps for steps in self._places.get(written(value), ()) if self._used.free(steps)]
        if len(equal) > 1:
            same = [steps for steps in equal if _spot(steps) == _spot(target)]
            return [(steps, target, value, "") for steps in same]
        if equal:
            return [(steps, target, value, "") for steps in equal]
        return [
            (steps, target, value, kind)
            for kind in casts_to(value)
            for steps, said in self._parts.items()
            if self._used.free(steps)
            and (made := cast(said, kind)) is not None
            and written(made) == written(value)
        ]

    def _take(self, source: Steps, target: Steps, value: JsonValue, kind: Cast = "") -> None:
        self._used.add(source)
        self._found[target] = _Found(source, target, value, kind)


def _spot(steps: Steps) -> tuple[object, list[int]]:
    """The last step and the list positions: what tells one of several equal values apart."""
    return steps[-1:], _indexes(steps)


def _indexes(steps: Steps) -> list[int]:
    return [step for step in steps if isinstance(step, int)]


def _general(takes: list[Take]) -> tuple[Take, ...]:
    """Takes that do the same in every item of a list, as one."""
    groups: dict[tuple[Steps, Steps | None, Cast], list[Take]] = {}
    for take in takes:
        target = None if take.target is None else starred(take.target)
        groups.setdefault((starred(take.source), target, take.cast), []).append(take)
    general: list[Take] = []
    for (source, target, _), group in groups.items():
        if target is None or any(_indexes(one.source) != _indexes(one.target or ()) for one in group):
            general.extend(group)
            continue
        widest = group[0].form
        for one in group:
            widest = wider(widest, one.form)
        general.append(replace(group[0], source=source, target=target, form=widest))
    return tuple(general)


def _is_structure(take: Take) -> bool:
    """Whether every step of both paths is short and printable, as names of arguments are."""
    names = [step for step in (*take.source, *(take.target or ())) if isinstance(step, str)]
    return all(len(name) <= LONGEST_KEY and name.isprintable() for name in names)
