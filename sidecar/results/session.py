"""What one pi session knows of its tools' results: calls that worked, examples, failures, what was said."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sidecar.core.blocks import JsonObject, Tool
from sidecar.core.schema.contract import schema_hash
from sidecar.core.toolset import Toolset

from . import explain
from .caps import NO_TOOL, Caps, Count, call_key, waits
from .empty import note
from .explain import Known
from .hints import Hints, read
from .observation import Kind, Observation
from .wording import Said, block

K = TypeVar("K")
V = TypeVar("V")

TOOLS_KEPT = 256
EXAMPLES_KEPT = 3  # of one tool
NOTES_KEPT = 512
FAILURES_KEPT = 20
ALTERNATIVES_KEPT = 6
DEPTH_KEPT = 12
ITEMS_KEPT = 50  # keys of an object, items of a list
TEXT_KEPT = 2_000  # characters of one value or error


@dataclass(frozen=True, slots=True)
class Limits:
    """`cap` 0: nothing is capped."""

    cap: int
    empty_note: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed call, as a report shows it."""

    tool: str
    kind: Kind
    arguments: JsonObject
    raw: str | None
    error: str
    declared: Tool | None
    sent: str | None = None


class ResultSession:
    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], Known] = OrderedDict()
        self._noted: OrderedDict[str, None] = OrderedDict()
        self._caps = Caps()
        self._blocked: OrderedDict[str, None] = OrderedDict()
        self.failures: deque[Failure] = deque(maxlen=FAILURES_KEPT)

    def start_run(self) -> None:
        self._caps.start_run()

    def observe(self, observation: Observation, tools: Toolset, limits: Limits) -> str | None:
        """The block to append to this result, or None."""
        if observation.kind is Kind.ABORTED:
            return None
        if observation.kind is Kind.SUCCESS:
            return self._success(observation, tools, limits)
        if self._blocked.pop(observation.call_id, "") is None:
            return None  # a call that guard() blocked: its text is ours
        return self._failure(observation, tools, limits)

    def repeats(self, cap: int) -> bool:
        return self._caps.repeats(cap)

    def guard(
        self, call_id: str, tool: str, arguments: JsonObject, tools: Toolset, limits: Limits
    ) -> str | None:
        """Why a call must not run: it ran and failed `limits.cap` times already. None where it may."""
        if waits(arguments) or not self._caps.spent(call_key(tool, arguments), limits.cap):
            return None
        _remember(self._blocked, call_id, None, NOTES_KEPT)
        known = self._of(tool, tools)
        return block(explain.blocked(tool, limits.cap, known.alternatives, tools), Said(""))

    def examples(self, tools: Toolset) -> Mapping[str, JsonObject]:
        """A call that worked or a taught one, by tool, for the prompts of a recovery model."""
        found: dict[str, JsonObject] = {}
        for (name, digest), known in self._known.items():
            tool = tools.get(name)
            example = known.worked or next(iter(known.taught), None)
            if tool is not None and example is not None and schema_hash(tool.parameters) == digest:
                found[name] = example
        return found

    def _success(self, observation: Observation, tools: Toolset, limits: Limits) -> str | None:
        tool = tools.get(observation.tool)
        self._caps.succeeded(observation.tool, writes=tool is None or tool.effect == "write")
        if tool is not None and observation.arguments:
            self._of(tool.name, tools).worked = _cut(observation.arguments)
        if not limits.empty_note or observation.builtin:
            return None
        line = note(observation)
        key = call_key(observation.tool, observation.arguments)
        if line is None or key in self._noted:
            return None
        _remember(self._noted, key, None, NOTES_KEPT)
        return block([line], observation.said)

    def _failure(self, observation: Observation, tools: Toolset, limits: Limits) -> str | None:
        self._keep(observation, tools)
        hints = read(observation) if observation.kind is Kind.TOOL else Hints()
        known = self._of(observation.tool, tools)
        self._learn(known, hints)
        count = self._count(observation, limits)
        situation = explain.Situation(observation, tools, hints, known, count, limits.cap)
        return block(explain.lines(situation), observation.said)

    def _count(self, observation: Observation, limits: Limits) -> Count:
        if observation.nested or (waits(observation.arguments) and observation.executed):
            return Count(1, 0)
        return self._caps.failed(
            # calls of unknown tools are counted together
            NO_TOOL if observation.kind is Kind.UNKNOWN_TOOL else observation.tool,
            call_key(observation.tool, observation.arguments, observation.raw),
            observation.text,
            executed=observation.executed,
            # a shell whose command fails works as it should; one called with wrong arguments counts
            counts_for_tool=not (observation.builtin and observation.executed),
        )

    def _keep(self, observation: Observation, tools: Toolset) -> None:
        if observation.builtin and observation.executed:
            return  # the command failed; the call was right
        raw = observation.raw
        self.failures.append(
            Failure(
                observation.tool,
                observation.kind,
                _cut(observation.arguments),
                raw if raw is None else raw[: 10 * TEXT_KEPT],
                observation.text[:TEXT_KEPT],
                tools.get(observation.tool),
                observation.sent if len(observation.sent or "") <= 10 * TEXT_KEPT else None,
            )
        )

    @staticmethod
    def _learn(known: Known, hints: Hints) -> None:
        if hints.examples:
            known.taught = tuple(hints.examples[:EXAMPLES_KEPT])
        if hints.alternatives:
            known.alternatives = tuple(hints.alternatives[:ALTERNATIVES_KEPT])
        if hints.feedback:
            known.feedback = tuple(hints.feedback[:1])

    def _of(self, name: str, tools: Toolset) -> Known:
        tool = tools.get(name)
        key = name, schema_hash(tool.parameters) if tool else ""
        known = self._known.get(key)
        if known is None:
            known = Known()
            _remember(self._known, key, known, TOOLS_KEPT)
        self._known.move_to_end(key)
        return known


def _cut(value: Any, depth: int = 0) -> Any:
    """The value with long texts, long lists and deep nesting cut, as it is kept for a whole session."""
    if isinstance(value, str):
        return value if len(value) <= TEXT_KEPT else value[:TEXT_KEPT] + "…"
    if not isinstance(value, (dict, list)) or not value:
        return value
    if depth >= DEPTH_KEPT:
        return {} if isinstance(value, dict) else []
    if isinstance(value, dict):
        return {key: _cut(item, depth + 1) for key, item in list(value.items())[:ITEMS_KEPT]}
    return [_cut(item, depth + 1) for item in value[:ITEMS_KEPT]]


def _remember(kept: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    kept[key] = value
    while len(kept) > most:
        kept.popitem(last=False)
