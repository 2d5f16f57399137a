"""One assistant message, its tools and the configuration → the result of `message/repair`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sidecar.core import message as core
from sidecar.core.blocks import Declined, Effect, JsonObject, Outcome, Stage, Tool
from sidecar.core.budget import limited
from sidecar.core.grammars import GrammarSettings, Shown
from sidecar.core.phantom import NOTE, is_phantom, says_nothing
from sidecar.core.printable import one_line, printable
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset
from sidecar.settings.config import Config

from .effects import effect
from .time_budget import expiry

if TYPE_CHECKING:
    from .learning import Learning
    from .recovery_role import Recovery, RecoveryResult

OUT_OF_TIME = "judging the message took too long"


def toolset(wire_tools: Iterable[Mapping[str, Any]], config: Config) -> Toolset:
    return Toolset(
        Tool(
            name=tool["name"],
            parameters=tool["parameters"],
            description=tool.get("description") or "",
            active=tool.get("active") is not False,
            effect=_effect(tool, config),
        )
        for tool in wire_tools
    )


def _effect(tool: Mapping[str, Any], config: Config) -> Effect:
    configured = config.tools.get(tool["name"])
    return effect(
        tool["name"], tool.get("source"), tool.get("annotations"), configured.effect if configured else None
    )


class Task:
    """One message on its way: planned, then finished with a recovery model's answers or without."""

    def __init__(
        self,
        message: JsonObject,
        tools: Toolset,
        config: Config,
        *,
        host_errors: Mapping[str, str | None] | None,
        model_id: str | None,
        stages: Iterable[Stage] | None,
        examples: Callable[[Toolset], Mapping[str, JsonObject]] = lambda tools: {},
        shown: Shown | None = None,
        learning: Learning | None = None,
        live: bool = False,
    ) -> None:
        """`live`: the message is still coming in; what is done now is a look ahead."""
        self.live = live
        self._config, self.tools = config, tools
        self._observe = config.mode == "observe"
        self._learning = learning if config.learning else None
        self._started = time.perf_counter()
        self._stages = _stages(config, model_id, stages)
        expired = expiry()
        try:
            with limited(expired):
                self.plan = core.plan(
                    message,
                    tools,
                    host_errors=host_errors or {},
                    settings=replace(settings(config), expired=expired),
                    stages=self._stages,
                    examples=examples,
                    shown=shown,
                    lookup=self._learning.lookup if self._learning else None,
                )
            self.late = expired() and (self.plan.outcome != Outcome() or bool(self.plan.questions))
            if self.late:
                self.plan = _given_up(self.plan)
        except (UnusableSchemaError, RecursionError):
            self.plan = core.Plan(message, Outcome())
            self.late = expired()
        if self._learning and not self._observe and not live:
            self._learning.applied(self.plan.learned)
        self.outcome = self._timed(self.plan.outcome)

    @property
    def askable(self) -> bool:
        """Whether a recovery model may be asked: something is open, and asking is not turned off."""
        return bool(self.plan.questions) and "recovery" in self._stages and not self._observe

    async def recover(self, recovery: Recovery) -> RecoveryResult:
        """Ask, and finish the message with what was answered."""
        result = await recovery.ask(self.plan.questions, self.tools, self._config)
        if self._learning:
            self._learning.taught(self.plan.questions, result.answers, self.tools)
        outcome = core.finish(self.plan, result.answers)
        declined = tuple(
            replace(each, reason=result.declined.get(each.id, each.reason)) for each in outcome.declined
        )
        self.outcome = self._timed(replace(outcome, declined=declined))
        return result

    def _timed(self, outcome: Outcome) -> Outcome:
        if not outcome.repairs:
            return outcome
        ms = round((time.perf_counter() - self._started) * 1000, 3)
        return replace(
            outcome, repairs=tuple(each if each.ms else replace(each, ms=ms) for each in outcome.repairs)
        )

    @property
    def phantom(self) -> bool:
        """The turn stopped for tools and still holds none, and the model may be asked again."""
        return "phantom" in self._stages and not self._observe and is_phantom(self._message)

    @property
    def _message(self) -> JsonObject:
        return self.outcome.message or self.plan.message

    def result(self, *, continued: bool = False) -> JsonObject:
        """The wire's RepairResult. Mode observe reports and changes nothing."""
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


def settings(config: Config) -> core.Settings:
    return core.Settings(
        rules_off=_off(config.rules),
        rules_off_for={name: _off(tool.rules) for name, tool in config.tools.items() if tool.rules},
        grammar=GrammarSettings(
            enabled=True,  # whether it applies to the model is a matter of stages
            mode=config.grammar.mode,
            require_known_tool=config.grammar.require_known_tool,
            grammars=config.grammar.grammars,
            thinking=config.grammar.thinking,
        ),
    )


def _given_up(plan: core.Plan) -> core.Plan:
    """The message as it came, nobody to ask; a call that would do something else stays blocked."""
    found = plan.outcome
    late = (Declined(each.id, each.tool, OUT_OF_TIME) for each in found.repairs)
    return core.Plan(plan.message, Outcome(declined=(*late, *found.declined), guards=found.guards))


def _off(rules: Mapping[str, bool]) -> frozenset[str]:
    return frozenset(name for name, on in rules.items() if not on)


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
