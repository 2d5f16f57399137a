"""`{"oldText", "newText", "oldText2", "newText2"}` → two edits: pi takes one pair an item, ignores more."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.names.words import plain
from sidecar.core.values import is_empty, parse_container

from .unheard import UnheardError

_SIDE = re.compile(r"(old|new)(?:str|string|text)(\d{0,3})")
_HOW = "Send each replacement as an item of edits, with one oldText and one newText."
_SIDES = {"old": "oldText", "new": "newText"}


def paired(arguments: JsonObject) -> JsonObject:
    """The arguments with every pair an item of its own; the same object where nothing is to be done.

    Raises UnheardError where a text has no counterpart.
    """
    listed = arguments.get("edits")
    if isinstance(listed, str):
        listed = parse_container(listed)
        if listed is None:
            return arguments
    if listed is not None and not isinstance(listed, list):
        return arguments
    edits: list[Any] = [part for item in listed or () for part in _split(item)]
    rest, beside = _sorted_out(arguments)
    if not beside or (listed is None and not beside.keys() - {""}):
        return arguments if edits == (listed or []) else {**arguments, "edits": edits}  # pairs in the items
    own = [_pair(number, sides) for number, sides in beside.items()]
    more = [pair for pair in own if pair is not None and pair not in edits]
    return {**rest, "edits": [*edits, *more]}


def _split(item: Any) -> Iterable[Any]:
    """The item, or one item for each of its pairs. What else it holds stays with the first."""
    if not isinstance(item, dict):
        return [item]
    rest, sides = _sorted_out(item)
    if not sides.keys() - {""}:
        return [item]
    pairs = [pair for number, texts in sides.items() if (pair := _pair(number, texts)) is not None]
    return [{**pairs[0], **rest}, *pairs[1:]] if pairs else [item]


def _sorted_out(holder: JsonObject) -> tuple[JsonObject, dict[str, JsonObject]]:
    """What is no side of a pair; and the sides, by the number behind their names and by pi's keys."""
    rest: JsonObject = {}
    sides: dict[str, JsonObject] = {}
    for key, value in holder.items():
        side = _SIDE.fullmatch(plain(key[:64]))
        if side is None:
            rest[key] = value
        elif sides.setdefault(side[2], {}).setdefault(_SIDES[side[1]], value) != value:
            raise UnheardError(f"there are two texts for {_SIDES[side[1]]}{side[2]}. {_HOW}")
    return rest, sides


def _pair(number: str, sides: JsonObject) -> JsonObject | None:
    """The sides as one edit; None where all are empty."""
    if all(is_empty(value) for value in sides.values()):
        return None
    for side in _SIDES.values():
        if side not in sides:
            raise UnheardError(f"{next(iter(sides))}{number} has no {side}{number} beside it. {_HOW}")
    return {side: sides[side] for side in _SIDES.values()}
