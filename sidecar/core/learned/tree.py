"""A call's arguments as a tree that includes JSON inside texts: its leaves, and which were used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sidecar.core import values
from sidecar.core.blocks import JsonValue, ToolCall

from .shape import DEEPEST, Mark, Steps

MOST_NODES = 2_000  # a larger call is not learned from
LONGEST_TEXT = 100_000  # characters of a text read as JSON; a longer one is content
TEXTS_READ = 400_000  # characters of all texts of a call read as JSON


def value_of(call: ToolCall) -> JsonValue:
    """The call's arguments: the object, or the JSON value its text is; None where the text is none."""
    if call.raw is None:
        return call.arguments
    try:
        return values.decode_json(call.raw)
    except ValueError:
        return None


def inside(value: JsonValue) -> JsonValue:
    """The list or object that a text holds as JSON; None for anything else."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or value.lstrip()[:1] not in ("{", "["):
        return None
    return values.parse_container(value)


def walk(
    value: JsonValue, opens: Callable[[Steps], bool] = lambda steps: False
) -> Iterator[tuple[Steps, JsonValue]]:
    """Every part with its path, the whole first; also inside texts that `opens`. Raises TooLargeError."""
    read = 0

    def text_part(steps: Steps, text: str) -> tuple[Mark, JsonValue] | None:
        nonlocal read
        if not opens(steps) or read + len(text) > TEXTS_READ or (decoded := inside(text)) is None:
            return None
        read += len(text)
        return Mark.TEXT, decoded

    return values.walk(value, MOST_NODES, DEEPEST, text_part)


@dataclass(slots=True)
class Used:
    """Which parts of a call were used: each at most once, whole or in pieces."""

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
            if isinstance(here, (dict, list)) or values.is_empty(here) or self._covers(steps):
                continue
            if not self._opened(steps):  # else its pieces count
                yield steps, here

    def _covers(self, steps: Steps) -> bool:
        return any(steps[:length] in self.whole for length in range(len(steps) + 1))

    def _opened(self, steps: Steps) -> bool:
        inner = (*steps, Mark.TEXT)
        return inner in self.whole or inner in self.above
