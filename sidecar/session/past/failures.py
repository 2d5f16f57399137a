"""One session file → its turns that failed: calls refused, calls written as text, turns without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sidecar.core.grammars import GRAMMARS
from sidecar.results import pi_errors

from . import entries
from .lines import LONGEST, lines
from .quoted import Quoted

_MARKERS = tuple(sorted({marker for grammar in GRAMMARS for marker in grammar.MARKERS}))


@dataclass(frozen=True, slots=True)
class Failure:
    """One assistant turn. `errors` are pi's, by call id; without any it holds no call.

    `tools` are those declared at that point, by name; none where the session declares none. `quoted` is what
    the model had been given to read, where its text looks like a call.
    """

    message: Mapping[str, Any]
    tools: Mapping[str, Any]
    errors: Mapping[str, str] = field(default_factory=dict)
    quoted: Quoted | None = None


@dataclass(slots=True)
class Counts:
    lines: int = 0
    broken: int = 0
    turns: int = 0
    calls: Counter[str] = field(default_factory=Counter)  # by model


class Reader:
    """Follows one file. `counts` are complete when `failures` is read to its end."""

    def __init__(self, path: Path, progress: Callable[[int], None] = lambda size: None) -> None:
        self._path, self._progress = path, progress
        self._tools: dict[str, Any] = {}
        self._turn: dict[str, Any] | None = None
        self._began_at = 0
        self._errors: dict[str, str] = {}
        self._quoted, self._quoted_to = Quoted(), 0
        self.counts = Counts()

    def failures(self) -> Iterator[Failure]:
        """Raises OSError."""
        for at, line in lines(self._path):
            self.counts.lines += 1
            self._progress(LONGEST if line is None else len(line) + 1)
            if line is None:
                self.counts.broken += 1
            elif line:
                yield from self._line(at, line)
        yield from self._ended()

    def _line(self, at: int, line: bytes) -> Iterator[Failure]:
        kind, message = entries.read(line)
        match kind:
            case "broken":
                self.counts.broken += 1
            case "system":
                self._declare(message)
            case "toolResult":
                self._fail(message)
            case "assistant":
                yield from self._ended()
                self._began(at, message)

    def _declare(self, message: Mapping[str, Any]) -> None:
        tools = {} if message["whole"] else dict(self._tools)
        for tool in _dicts(message.get("toolsRemoved")):
            tools.pop(str(tool.get("name")), None)
        for tool in _dicts(message.get("toolsAdded")):
            if isinstance(tool.get("name"), str) and "parameters" in tool:
                tools[tool["name"]] = tool
        self._tools = tools

    def _began(self, at: int, message: dict[str, Any]) -> None:
        self._turn, self._began_at = message, at
        self.counts.turns += 1
        called = sum(block["type"] == "toolCall" for block in message["content"])
        self.counts.calls[model_of(message)] += called

    def _fail(self, result: Mapping[str, Any]) -> None:
        """A result that pi itself wrote because it did not run the call."""
        text = entries.text_of(result)
        if pi_errors.kind(text) is not None:
            self._errors[str(result.get("toolCallId"))] = text

    def _ended(self) -> Iterator[Failure]:
        turn, errors = self._turn, self._errors
        self._turn, self._errors = None, {}
        if turn is None:
            return
        ids = {block.get("id") for block in turn["content"] if block["type"] == "toolCall"}
        if ids:
            mine = {call: text for call, text in errors.items() if call in ids}
            if mine:
                yield Failure(turn, self._tools, mine)
        elif _looks_like_a_call(turn):
            yield Failure(turn, self._tools, quoted=self._quoted_before(self._began_at))
        elif turn.get("stopReason") == "toolUse":
            yield Failure(turn, self._tools)

    def _quoted_before(self, at: int) -> Quoted:
        """What the model had been given to read by then: a quotation is no call. A line is read once more."""
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
