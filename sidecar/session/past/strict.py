"""A session's turns, and those with a mistake, while a model's tools were marked strict and otherwise.

The session file says from where on they were marked, and which calls were repaired. A repair is written
before the turn that it was made in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any


class StrictCounts:
    """`turns` and `slips`: by model, and whether its tools were marked."""

    def __init__(self) -> None:
        self.turns: Counter[tuple[str, bool]] = Counter()
        self.slips: Counter[tuple[str, bool]] = Counter()
        self._marked: dict[str, bool] = {}
        self._repaired = False
        self._current: tuple[str, bool] | None = None
        self._slipped = False

    def entry(self, data: Mapping[str, Any]) -> None:
        """What this extension put into the session."""
        model, strict = data.get("model"), data.get("strict")
        if isinstance(model, str) and isinstance(strict, bool):
            self._marked[model] = strict
        elif isinstance(data.get("stage"), str):
            self._repaired = True

    def turn(self, model: str) -> None:
        self._close()
        self._current = model, self._marked.get(model, False)
        self.turns[self._current] += 1
        self._slipped, self._repaired = self._repaired, False

    def slip(self) -> None:
        """A mistake in the turn that is open."""
        self._slipped = True

    def end(self) -> None:
        """The file ends: what the next one says of its models stands by itself."""
        self._close()
        self._marked, self._repaired = {}, False

    def marked_models(self) -> list[str]:
        return sorted({model for model, strict in self.turns if strict})

    def as_json(self) -> dict[str, Any]:
        """For each model that was marked somewhere."""
        return {
            model: {
                name: {"turns": self.turns[model, strict], "slips": self.slips[model, strict]}
                for name, strict in (("before", False), ("strict", True))
            }
            for model in self.marked_models()
        }

    def _close(self) -> None:
        if self._current is not None and self._slipped:
            self.slips[self._current] += 1
        self._current, self._slipped = None, False
