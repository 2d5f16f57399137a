"""A call's arguments as a tree in which JSON inside a text goes on: its leaves, and what of them was used."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sidecar.core.blocks import JsonValue, ToolCall
from sidecar.core.values import parse_container

from .shape import DEEPEST, Mark, Steps

MOST_NODES = 2_000  # a call of more parts is not one to learn from
LONGEST_TEXT = 100_000  # characters of a text read as JSON: a longer one is a content
TEXTS_READ = 400_000  # characters of all texts of a call read as JSON


class TooLargeError(Exception):
    """The call has more parts, or is deeper, than anyone should learn from."""


def value_of(call: ToolCall) -> JsonValue:
    """The call's arguments: the object, or the JSON value its text is; None where the text is none."""
    if call.raw is None:
        return call.arguments
    try:
        value: JsonValue = json.loads(call.raw)
    except (ValueError, RecursionError):
        return None
    return value


def inside(value: JsonValue) -> JsonValue:
    """The list or object that a text holds as JSON; None for anything else."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or value.lstrip()[:1] not in ("{", "["):
        return None
    return parse_container(value)


def _shut(steps: Steps) -> bool:
    return False


def walk(value: JsonValue, opens: Callable[[Steps], bool] = _shut) -> Iterator[tuple[Steps, JsonValue]]:
    """Every part with its path, the whole first; also inside texts that `opens`. Raises TooLargeError."""
    todo: list[tuple[Steps, JsonValue]] = [((), value)]
    seen, read = 0, 0
    while todo:
        steps, here = todo.pop()
        seen += 1
        if seen > MOST_NODES or len(steps) > DEEPEST:
            raise TooLargeError
        yield steps, here
        if isinstance(here, (dict, list)) and seen + len(todo) + len(here) > MOST_NODES:
            raise TooLargeError
        if isinstance(here, dict):
            todo.extend(((*steps, key), child) for key, child in reversed(here.items()))
        elif isinstance(here, list):
            todo.extend(((*steps, index), here[index]) for index in reversed(range(len(here))))
        elif isinstance(here, str) and opens(steps) and read + len(here) <= TEXTS_READ:
            decoded = inside(here)
            if decoded is not None:
                read += len(here)
                todo.append(((*steps, Mark.TEXT), decoded))


def is_empty(value: JsonValue) -> bool:
    """Whether nothing is lost with it: null, "", [] or {}. False and 0 say something."""
    return value is None or (isinstance(value, (str, list, dict)) and not value)


@dataclass(slots=True)
class Used:
    """Which parts of a call already have their place: a part is used once, whole or in pieces."""

    whole: set[Steps] = field(default_factory=set)
    above: set[Steps] = field(default_factory=set)  # what has a used part below it

    def add(self, steps: Steps) -> None:
        self.whole.add(steps)
        self.above.update(steps[:length] for length in range(len(steps)))

    def free(self, steps: Steps) -> bool:
        """Whether no part of it, and nothing it is a part of, was used."""
        return steps not in self.above and not self._covers(steps)

    def left(self, value: JsonValue) -> Iterator[tuple[Steps, JsonValue]]:
        """The leaves with content that were not used."""
        for steps, here in walk(value, self._opened):
            if isinstance(here, (dict, list)) or is_empty(here) or self._covers(steps):
                continue
            if not self._opened(steps):  # else its pieces count
                yield steps, here

    def _covers(self, steps: Steps) -> bool:
        return any(steps[:length] in self.whole for length in range(len(steps) + 1))

    def _opened(self, steps: Steps) -> bool:
        inner = (*steps, Mark.TEXT)
        return inner in self.whole or inner in self.above
