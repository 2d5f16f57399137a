"""The plan for one assistant message: a finished outcome, and the calls a recovery model may be asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .blocks import Answer, JsonObject, Outcome, Question, Stage
from .toolset import Toolset

ALL_STAGES: frozenset[Stage] = frozenset({"rules", "learned", "grammar", "recovery", "phantom"})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the core may do. `rules_off` are rule names; `rules_off_for` the same per tool name."""

    rules_off: frozenset[str] = frozenset()
    rules_off_for: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """`outcome` stands if nobody is asked. `questions` are the calls pi would reject and the rules declined."""

    message: JsonObject
    outcome: Outcome
    questions: tuple[Question, ...] = ()


def plan(
    message: JsonObject,
    tools: Toolset,
    *,
    host_errors: Mapping[str, str | None],
    settings: Settings | None = None,
    stages: frozenset[Stage] = ALL_STAGES,
) -> Plan:
    """Repair what rules can. `host_errors` maps a call's id to pi's own error, None where pi accepts it."""
    return Plan(message, Outcome())


def finish(plan: Plan, answers: Mapping[str, Answer]) -> Outcome:
    """The outcome with the accepted answers, by call id, put in."""
    return plan.outcome
