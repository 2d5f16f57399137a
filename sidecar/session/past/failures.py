"""One session file → its turns that failed.

A call was rejected by pi, or was written as text, or the turn stopped for tools and called none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sidecar.core.grammars import GRAMMARS
from sidecar.results import pi_errors

from . import entries
from .edits import EditCounts, PastEdits
from .lines import LONGEST, lines
from .quoted import Quoted
from .strict import StrictCounts

_MARKERS = tuple(sorted({marker for grammar in GRAMMARS for marker in grammar.MARKERS}))


@dataclass(frozen=True, slots=True)
class Failure:
    """One assistant turn. `errors`: pi's, by call id; empty where the turn holds no call.

    `tools` are those declared at that point, by name; none where the session declares none. `quoted` is what
    the model was given to read before, where its text looks like a call.
    """

    message: Mapping[str, Any]
    tools: Mapping[str, Any]
    errors: Mapping[str, str] = field(default_factory=dict)
    quoted: Quoted | None = None


@dataclass(slots=True)
class Counts:
    """All that was read, failed or not."""

    lines: int = 0
    broken: int = 0
    turns: int = 0
    calls: Counter[str] = field(default_factory=Counter)  # by model
    edits: EditCounts = field(default_factory=EditCounts)
    strict: StrictCounts = field(default_factory=StrictCounts)


class Reader:
    """Reads one file, adds to `counts`, and tells `progress` the bytes of each line."""

    def __init__(
        self, path: Path, progress: Callable[[int], None] = lambda size: None, counts: Counts | None = None
    ) -> None:
        self._path, self._progress, self._counts = path, progress, counts or Counts()
        self._tools: dict[str, Any] = {}
        self._turn: dict[str, Any] | None = None
        self._started_at = 0
        self._errors: dict[str, str] = {}
        self._quoted, self._quoted_to = Quoted(), 0
        self._edits = PastEdits(self._counts.edits)

    def failures(self) -> Iterator[Failure]:
        """Raises OSError."""
        for at, line in lines(self._path):
            self._counts.lines += 1
            self._progress(LONGEST if line is None else len(line) + 1)
            if line is None:
                self._counts.broken += 1
            elif line:
                yield from self._line(at, line)
        yield from self._end_turn()
        self._counts.strict.end()
        self._edits.next_turn(None)

    def _line(self, at: int, line: bytes) -> Iterator[Failure]:
        kind, message = entries.read(line)
        match kind:
            case "broken":
                self._counts.broken += 1
            case "system":
                self._declare(message)
            case "own":
                self._counts.strict.entry(message)
            case "toolResult":
                self._note_error(message)
            case "assistant":
                yield from self._end_turn()
                self._start_turn(at, message)

    def _declare(self, message: Mapping[str, Any]) -> None:
        tools = {} if message["whole"] else dict(self._tools)
        for tool in _dicts(message.get("toolsRemoved")):
            tools.pop(str(tool.get("name")), None)
        for tool in _dicts(message.get("toolsAdded")):
            if isinstance(tool.get("name"), str) and "parameters" in tool:
                tools[tool["name"]] = tool
        self._tools = tools

    def _start_turn(self, at: int, message: dict[str, Any]) -> None:
        self._turn, self._started_at = message, at
        self._edits.next_turn(message)
        self._counts.turns += 1
        self._counts.strict.turn(model_of(message))
        called = sum(block["type"] == "toolCall" for block in message["content"])
        self._counts.calls[model_of(message)] += called

    def _note_error(self, result: Mapping[str, Any]) -> None:
        """Remember the result if pi wrote it instead of running the call, or if it is an edit's."""
        text = entries.text_of(result)
        self._edits.failed(str(result.get("toolCallId")), text)
        if pi_errors.kind(text) is not None:
            self._errors[str(result.get("toolCallId"))] = text

    def _end_turn(self) -> Iterator[Failure]:
        turn, errors = self._turn, self._errors
        self._turn, self._errors = None, {}
        if turn is None:
            return
        ids = {block.get("id") for block in turn["content"] if block["type"] == "toolCall"}
        if ids:
            mine = {call: text for call, text in errors.items() if call in ids}
            if mine:
                self._counts.strict.slip()
                yield Failure(turn, self._tools, mine)
        elif _looks_like_a_call(turn):
            yield Failure(turn, self._tools, quoted=self._quoted_before(self._started_at))
        elif turn.get("stopReason") == "toolUse":
            self._counts.strict.slip()
            yield Failure(turn, self._tools)

    def _quoted_before(self, at: int) -> Quoted:
        """What the model was given to read up to the byte `at`; for this the file is read a second time."""
        for start, line in lines(self._path, self._quoted_to):
            if start >= at:
                break
            self._quoted.add(entries.shown(line or b""))
        self._quoted_to = at
        return self._quoted


def model_of(message: Mapping[str, Any]) -> str:
    return str(message.get("model") or "unknown")


def _looks_like_a_call(message: Mapping[str, Any]) -> bool:
    if message.get("stopReason") not in ("stop", "toolUse"):
        return False
    texts = [block["text"] for block in message["content"] if isinstance(block.get("text"), str)]
    return any(marker in text for text in texts for marker in _MARKERS)


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        yield from (each for each in value if isinstance(each, dict))
