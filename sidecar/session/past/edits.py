"""The calls of edit in one session, in order → how many failed, and how many of them would not have.

What was in the file is not known any more. A failed edit counts as one that would have been repaired where a
later edit of the same file succeeded, and one transform makes of the failed oldText what stood in that one's.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sidecar.core.edits import Edit, FileText, edits_of, repair

WAITING_MOST = 10  # failed edits that a later one may explain
_MISSED = re.compile(r"Could not find (?:the exact text|edits\[\d+\]) in ")
_SHOWN = re.compile(r"Found \d+ occurrences of |Could not edit file: ")


@dataclass(slots=True)
class EditCounts:
    """`explained`: those that failed and would have been told more than pi says."""

    calls: int = 0
    failed: int = 0
    explained: int = 0
    repaired: Counter[str] = field(default_factory=Counter)  # by transform

    def as_json(self) -> dict[str, Any]:
        return {
            "calls": self.calls,
            "failed": self.failed,
            "repaired": dict(self.repaired.most_common()),
            "explained": self.explained,
        }


@dataclass(frozen=True, slots=True)
class _Call:
    path: str
    edits: list[Edit]


class PastEdits:
    """Follows one session, turn by turn, and adds to `counts`."""

    def __init__(self, counts: EditCounts) -> None:
        self._counts = counts
        self._turn: dict[str, _Call] = {}
        self._errors: dict[str, str] = {}
        self._missed: deque[_Call] = deque(maxlen=WAITING_MOST)

    def failed(self, call_id: str, text: str) -> None:
        if call_id in self._turn:
            self._errors[call_id] = text

    def next_turn(self, message: Mapping[str, Any] | None) -> None:
        """The turn before is complete. None: there is no further one."""
        for call_id, call in self._turn.items():
            self._count(call, self._errors.get(call_id))
        self._turn, self._errors = {}, {}
        for block in message["content"] if message else ():
            arguments = block.get("arguments")
            if block["type"] != "toolCall" or block.get("name") != "edit" or not isinstance(arguments, dict):
                continue
            path, edits = arguments.get("path"), edits_of(arguments)
            if isinstance(path, str) and edits:
                self._turn[str(block.get("id"))] = _Call(path, edits)

    def _count(self, call: _Call, error: str | None) -> None:
        self._counts.calls += 1
        if error is None:
            self._look_back(call)
            return
        self._counts.failed += 1
        if _MISSED.match(error):
            self._missed.append(call)
        if _MISSED.match(error) or _SHOWN.match(error):
            self._counts.explained += 1

    def _look_back(self, call: _Call) -> None:
        """Failed edits of the file that `call` has made good."""
        for missed in [each for each in self._missed if each.path == call.path]:
            name = _transform(missed, call)
            if name is not None:
                self._missed.remove(missed)
                self._counts.repaired[name] += 1
                self._counts.explained -= 1


def _transform(missed: _Call, call: _Call) -> str | None:
    for edit in missed.edits:
        for later in call.edits:
            found = repair([edit], FileText(later.old, call.path))
            if found is not None:
                return found.transforms[0]
    return None
