"""One assistant message, its tools and the configuration → the result of `message/repair`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sidecar.core import message as core
from sidecar.core.blocks import Declined, JsonObject, LeftAsText, Outcome, Stage
from sidecar.core.budget import limited
from sidecar.core.grammars import Shown
from sidecar.core.phantom import NOTE, is_phantom, says_nothing
from sidecar.core.printable import one_line, printable
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset
from sidecar.settings.config import Config

from .call_ids import CallIds
from .core_input import settings
from .left_calls import OFF, STRIPPED
from .time_budget import expiry

if TYPE_CHECKING:
    from sidecar.recovery import RecoveryResult

    from .edits.reading import Files
    from .learning import Learning
    from .recovery_model import Recovery

OUT_OF_TIME = "judging the message took too long"


@dataclass(slots=True)
class HostReport:
    """What pi says of the message's calls.

    `host_errors`: pi's error for a call by its id, None where pi accepts it. `raw_arguments`: by a call's id,
    the text that pi read its arguments from. `builtin_edit`: pi's own edit on local files would run. `cwd`:
    the folder that pi's tools run in, None where it is not known.
    """

    host_errors: Mapping[str, str | None] = field(default_factory=dict)
    raw_arguments: Mapping[str, str] = field(default_factory=dict)
    builtin_edit: bool = False
    cwd: str | None = None


@dataclass(slots=True)
class RepairRequest:
    """One assistant message of pi, and what is known about it.

    `provider`, `model_id`: who wrote it; `base_url`, `strict_mode`: as in SessionFacts. `stages`: the only
    ones to run, None for all. `live`: sent while the
    message is still arriving, only to show the repair; nothing is counted or recorded.
    """

    message: JsonObject
    host: HostReport = field(default_factory=HostReport)
    provider: str = ""
    model_id: str | None = None
    stages: Iterable[Stage] | None = None
    live: bool = False
    base_url: str = ""
    strict_mode: bool = False


def repair_request(params: JsonObject, cwd: str | None = None) -> RepairRequest:
    """From RepairParams of rpc/protocol.py."""
    model = params.get("model") or {}
    return RepairRequest(
        params["message"],
        HostReport(
            params.get("hostErrors") or {},
            params.get("rawArguments") or {},
            params.get("builtinEdit") is True,
            cwd,
        ),
        str(model.get("provider", "")),
        model.get("id"),
        params.get("stages"),
        params.get("live") is True,
        base_url=model.get("baseUrl") or "",
        strict_mode=model.get("strictMode") is True,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionMemory:
    """What is known from before the message. `shown`: text that the model was given to read and may quote.

    `examples`: by tool, arguments that it ran with. `ids`: for calls that are made. `files`: how to read the
    files of one message.
    """

    shown: Shown | None = None
    learning: Learning | None = None
    examples: Callable[[Toolset], Mapping[str, JsonObject]] = lambda tools: {}
    ids: Iterator[str] = field(default_factory=lambda: CallIds().random())
    files: Callable[[], Files] | None = None


NO_MEMORY = SessionMemory()


class Task:
    """One message: planned when it is made, finished at once or with a recovery model's answers."""

    def __init__(
        self, request: RepairRequest, tools: Toolset, config: Config, memory: SessionMemory = NO_MEMORY
    ) -> None:
        self.request, self.tools = request, tools
        self._config = config
        self._observe = config.mode == "observe"
        self._learning = memory.learning if config.learning else None
        self._files = memory.files if request.host.builtin_edit else None
        self._started = time.perf_counter()
        self._stages = _stages(config, request.model_id, request.stages)
        expired = expiry()
        try:
            with limited(expired):
                self.plan = core.plan(
                    request.message,
                    tools,
                    host_errors=request.host.host_errors,
                    raw_arguments=request.host.raw_arguments,
                    ids=memory.ids,
                    settings=replace(settings(config), expired=expired, cwd=request.host.cwd),
                    stages=self._stages,
                    examples=memory.examples,
                    shown=memory.shown,
                    lookup=self._learning.lookup if self._learning else None,
                )
            self.late = expired() and (self.plan.outcome != Outcome() or bool(self.plan.questions))
            if self.late:
                self.plan = _given_up(self.plan)
        except (UnusableSchemaError, RecursionError):
            self.plan = core.Plan(request.message, Outcome())
            self.late = expired()
        unread = OFF if "grammar" not in self._stages else STRIPPED if config.grammar.mode == "strip" else ""
        if unread and request.stages is None and not request.live:
            left = self._unread(memory, unread)
            self.plan = replace(self.plan, outcome=replace(self.plan.outcome, left=left))
        if self._learning and not self._observe and not request.live:
            self._learning.applied(self.plan.learned)
        self.outcome = self._timed(self._with_edits(self.plan.outcome))

    def _unread(self, memory: SessionMemory, reason: str) -> tuple[LeftAsText, ...]:
        """The calls in text that would run if grammar were on for this model. `reason`: why they do not."""
        if self.request.message.get("stopReason") not in core.TOUCHED_STOPS:
            return ()
        from sidecar.core.leaks import would_run

        expired = expiry()
        try:
            with limited(expired):
                wanted = replace(settings(self._config), expired=expired)
                found = would_run(self.request.message["content"], self.tools, wanted, memory.shown)
        except (UnusableSchemaError, RecursionError):
            return ()
        return () if expired() else tuple(replace(each, reason=reason) for each in found)

    def _with_edits(self, outcome: Outcome) -> Outcome:
        if self._files is None or "edits" not in self._stages:
            return outcome
        from .edits.repairing import TOOL, repaired

        tool = self._config.tools.get(TOOL)
        off = {name for name, on in {**self._config.rules, **(tool.rules if tool else {})}.items() if not on}
        return repaired(outcome, self.plan.message, self.tools, self._files, frozenset(off))

    @property
    def askable(self) -> bool:
        """Whether a recovery model may be asked: calls are still broken, and asking is not turned off."""
        return bool(self.plan.questions) and "recovery" in self._stages and not self._observe

    async def recover(self, recovery: Recovery) -> RecoveryResult:
        """Ask, and finish the message with the answers."""
        result = await recovery.ask(self.plan.questions, self.tools, self._config)
        if self._learning:
            self._learning.taught(self.plan.questions, result.answers, self.tools)
        outcome = core.finish(self.plan, result.answers)
        declined = tuple(
            replace(each, reason=result.declined.get(each.id, each.reason)) for each in outcome.declined
        )
        self.outcome = self._timed(self._with_edits(replace(outcome, declined=declined)))
        return result

    def _timed(self, outcome: Outcome) -> Outcome:
        if not outcome.repairs:
            return outcome
        ms = round((time.perf_counter() - self._started) * 1000, 3)
        return replace(
            outcome, repairs=tuple(each if each.ms else replace(each, ms=ms) for each in outcome.repairs)
        )

    @property
    def slipped(self) -> bool:
        """Whether the model made a mistake that is seen here."""
        outcome = self.outcome
        return bool(outcome.repairs or outcome.declined or outcome.guards or outcome.left)

    @property
    def phantom(self) -> bool:
        """The turn stopped for tools but holds no call, and the model may be asked again."""
        return "phantom" in self._stages and not self._observe and is_phantom(self._message)

    @property
    def _message(self) -> JsonObject:
        return self.outcome.message or self.plan.message

    def result(self, *, continued: bool = False) -> JsonObject:
        """PROTOCOL's RepairResult; `message` is None in mode observe. `continued`: it may hold `phantom`."""
        outcome = self.outcome
        result = {
            "message": None if self._observe else outcome.message,
            "repairs": [
                {
                    "id": each.id,
                    "tool": each.tool,
                    "stage": each.stage,
                    "rules": list(each.rules),
                    "before": dict(each.before),
                    "after": dict(each.after),
                    "summary": one_line(each.summary),
                    "ms": each.ms,
                }
                for each in outcome.repairs
            ],
            "declined": [
                {"id": each.id, "tool": each.tool, "reason": printable(each.reason) + self._unasked(each.id)}
                for each in outcome.declined
            ],
            "guards": []
            if self._observe
            else [{"id": each.id, "reason": printable(each.reason)} for each in outcome.guards],
        }
        if continued and self.phantom:
            result["phantom"] = {"note": NOTE, "drop": says_nothing(self._message)}
        return result

    def _unasked(self, call_id: str) -> str:
        """In mode observe: whether a recovery model would have been asked about the call."""
        if not self._observe or not (self._config.endpoint or self._config.model):
            return ""
        asked = "recovery" in self._stages and any(call_id == each.call.id for each in self.plan.questions)
        return " (a recovery model would be asked)" if asked else ""


def untouched() -> JsonObject:
    return {"message": None, "repairs": [], "declined": [], "guards": []}


def _given_up(plan: core.Plan) -> core.Plan:
    """The message as it came, without questions; a call that would do something else stays blocked."""
    found = plan.outcome
    late = (Declined(each.id, each.tool, OUT_OF_TIME) for each in found.repairs)
    return core.Plan(plan.message, Outcome(declined=(*late, *found.declined), guards=found.guards))


def _stages(config: Config, model_id: str | None, asked: Iterable[Stage] | None) -> frozenset[Stage]:
    stages = core.ALL_STAGES if asked is None else frozenset(asked)
    off: set[Stage] = set()
    if not config.learning:
        off.add("learned")
    if config.phantom == "off":
        off.add("phantom")
    if not config.grammar.applies_to(model_id):
        off.add("grammar")
    return stages - off
