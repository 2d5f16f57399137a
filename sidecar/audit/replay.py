"""A turn that failed → what the engine would have made of each failed call in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sidecar.core import message as core
from sidecar.core.blocks import Stage
from sidecar.core.grammars import Shown
from sidecar.core.phantom import is_phantom
from sidecar.core.shapes import without_values
from sidecar.core.toolset import Toolset
from sidecar.results import pi_errors
from sidecar.session.call_ids import CallIds
from sidecar.session.core_input import settings, toolset
from sidecar.session.past.builtin import builtin_tools
from sidecar.session.past.failures import Failure
from sidecar.settings.config import Config

from .findings import Judged

_STAGES: frozenset[Stage] = frozenset({"rules", "grammar"})
NO_TOOL = "no tool"


class Replay:
    """Judges by the user's settings, except that calls leaked as text are always read."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._settings = settings(replace(config, grammar=replace(config.grammar, mode="recover")))
        self._built: tuple[Mapping[str, Any], Toolset] | None = None

    def judge(self, failure: Failure) -> list[Judged]:
        """Empty where the turn did not fail after all: its text only quotes a call."""
        if failure.errors:
            return self._refused(failure)
        message = dict(failure.message)
        if failure.quoted is not None:
            records = self._plan(failure, message, {}).outcome.repairs
            if records:
                shown = failure.quoted.shown(record.before for record in records)
                records = self._plan(failure, message, {}, shown).outcome.repairs
            if records:
                return [Judged("written as text", one.tool, True, one.rules) for one in records]
        if is_phantom(message):
            on = self._config.phantom == "on"
            reason = "" if on else "phantom is off"
            return [Judged("empty turn", NO_TOOL, on, ("ask-again",) if on else (), reason)]
        return []

    def _refused(self, failure: Failure) -> list[Judged]:
        message = dict(failure.message)
        calls = {str(block.get("id")): block for block in message["content"] if block["type"] == "toolCall"}
        errors = {call: failure.errors.get(call) for call in calls}
        outcome = self._plan(failure, message, errors).outcome
        repaired = {record.id: record for record in outcome.repairs}
        declined = {one.id: one.reason for one in outcome.declined}
        declined.update((one.id, one.reason) for one in outcome.guards)
        found = []
        for call, error in failure.errors.items():
            kind = pi_errors.kind(error) or "invalid"
            record = repaired.get(call)
            tool = record.tool if record else str(calls[call].get("name"))
            if kind == "cut off":
                found.append(Judged("cut off", tool, False, reason="cut off at the output limit"))
            elif record is not None:
                found.append(Judged(kind, tool, True, record.rules))
            else:
                why = declined.get(call, "valid by the schema at hand")
                found.append(
                    Judged(kind, tool, False, reason=without_values(why, calls[call].get("arguments")))
                )
        return found

    def _plan(
        self,
        failure: Failure,
        message: dict[str, Any],
        errors: Mapping[str, str | None],
        shown: Shown | None = None,
    ) -> core.Plan:
        return core.plan(
            message,
            self._tools(failure.tools),
            host_errors=errors,
            ids=CallIds().of(""),
            settings=self._settings,
            stages=_STAGES,
            shown=shown,
        )

    def _tools(self, declared: Mapping[str, Any]) -> Toolset:
        if self._built is None or self._built[0] is not declared:
            tools = toolset(declared.values() if declared else builtin_tools(), self._config)
            self._built = declared, tools
        return self._built[1]
