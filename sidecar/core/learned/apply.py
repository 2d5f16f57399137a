"""(shape, call) → new arguments; None if the call does not fit the shape or a value would be lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sidecar.core.blocks import JsonObject, JsonValue, ToolCall
from sidecar.core.values import TooLargeError

from .casts import FORMS, cast, form
from .shape import Mark, Shape, Steps, Take
from .tree import Used, inside, value_of


class _Object(dict[str, Any]):
    """An object being built; a type of its own, so that no value of the call is mistaken for one."""


class _List(dict[int, Any]):
    """A list being built, by index."""


class _MisfitError(Exception):
    """The call is not what the shape was taught on."""


def apply(shape: Shape, call: ToolCall) -> JsonObject | None:
    """The new arguments. Every value of the call is in them, but for those that repeat the tool's name."""
    before = value_of(call)
    used, root = Used(), _List()
    try:
        for take in shape.takes:
            _carry(take, before, root, used, shape.tool)
        if any(True for _ in used.left(before)):
            return None
        after = _settled(root.get(0))
    except (_MisfitError, TooLargeError, RecursionError):
        return None
    return after if isinstance(after, dict) else None


def _carry(take: Take, before: JsonValue, root: _List, used: Used, tool: str) -> None:
    found = list(_matches(before, take.source))
    if not found and Mark.EACH not in take.source:
        raise _MisfitError
    for place, indexes, value in found:
        if not used.free(place):
            raise _MisfitError
        used.add(place)
        if take.target is None:
            if value != tool:
                raise _MisfitError
            continue
        if take.form and FORMS.index(form(value, take.target)) > FORMS.index(take.form):
            raise _MisfitError
        made = cast(value, take.cast)
        if made is None and value is not None:
            raise _MisfitError
        _put(root, take.target, indexes, made)


def _matches(root: JsonValue, source: Steps) -> Iterator[tuple[Steps, list[int], JsonValue]]:
    """What `source` leads to: the exact path, the index in each list it takes all items of, the value."""
    here: list[tuple[Steps, list[int], JsonValue]] = [((), [], root)]
    for step in source:
        below: list[tuple[Steps, list[int], JsonValue]] = []
        for place, indexes, value in here:
            if step is Mark.EACH:
                items = enumerate(value) if isinstance(value, list) else ()
                below.extend(((*place, index), [*indexes, index], child) for index, child in items)
            elif step is Mark.TEXT:
                decoded = inside(value)
                if decoded is not None:
                    below.append(((*place, step), indexes, decoded))
            elif isinstance(step, str):
                if isinstance(value, dict) and step in value:
                    below.append(((*place, step), indexes, value[step]))
            elif isinstance(value, list) and step < len(value):
                below.append(((*place, step), indexes, value[step]))
        here = below
    yield from here


def _put(root: _List, target: Steps, indexes: list[int], value: JsonValue) -> None:
    """`value` at `target`, where the steps to each item take `indexes` in order."""
    left = iter(indexes)
    holder: dict[Any, Any] = root
    at: str | int = 0
    for step in target:
        kind = _Object if isinstance(step, str) else _List
        holder = holder.setdefault(at, kind())
        if type(holder) is not kind:
            raise _MisfitError
        at = next(left, 0) if isinstance(step, Mark) else step
    if at in holder:
        raise _MisfitError
    holder[at] = value


def _settled(value: Any) -> JsonValue:
    """What was built, as JSON. Raises _MisfitError for a list with a gap."""
    if isinstance(value, _List):
        if sorted(value) != list(range(len(value))):
            raise _MisfitError
        return [_settled(value[index]) for index in range(len(value))]
    if isinstance(value, _Object):
        return {key: _settled(child) for key, child in value.items()}
    kept: JsonValue = value
    return kept
