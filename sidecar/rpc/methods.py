"""The method table: name → check of the params, and the call of the application."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Mapping, Sequence
from typing import Any

from sidecar import __version__, commands
from sidecar.commands.context import CommandContext, StoredState
from sidecar.core.blocks import JsonObject
from sidecar.errors import ConfigError, UnknownToolsError
from sidecar.session.application import Application
from sidecar.session.host import Deferred

from . import params, protocol
from .dispatch import Method


def method_table(application: Application) -> Mapping[str, Method]:
    table = _Table(application)
    return {
        "initialize": Method(params.initialize, table.initialize),
        "tools/set": Method(params.tools_set, table.tools_set),
        "message/repair": Method(params.message_repair, table.message_repair),
        "result/observe": Method(params.result_observe, application.observe),
        "request/sanitize": Method(params.request_sanitize, table.request_sanitize),
        "request/failed": Method(params.request_failed, table.request_failed),
        "run/start": Method(params.run_start, table.run_start),
        "context/shown": Method(params.context_shown, table.context_shown),
        "repair/rejected": Method(params.repair_rejected, table.repair_rejected),
        "command/run": Method(params.command_run, table.command_run),
        "command/complete": Method(params.command_complete, table.command_complete),
        "config/get": Method(params.nothing, table.config_get),
        "config/set": Method(params.config_set, table.config_set),
        "shutdown": Method(params.nothing, lambda given: {}),
    }


class _Table:
    """Checked params → arguments of the application; its results and errors → PROTOCOL's."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def initialize(self, given: JsonObject) -> JsonObject:
        return {
            "protocol": protocol.PROTOCOL,
            "sidecar": __version__,
            **self._application.initialize(given),
            "commands": [
                {"name": name, "summary": command.summary}
                for name, command in commands.COMMANDS.items()
                if name
            ],
        }

    def tools_set(self, given: JsonObject) -> JsonObject:
        self._application.set_tools(given["key"], given["tools"])
        return {"key": given["key"]}

    def message_repair(self, given: JsonObject) -> JsonObject | Deferred:
        try:
            return self._application.repair(given)
        except UnknownToolsError as error:
            raise protocol.UnknownTools(str(error)) from error

    def request_sanitize(self, given: JsonObject) -> JsonObject:
        return self._application.change_tools(given["model"], given["tools"], given.get("baseUrl") or "")

    def request_failed(self, given: JsonObject) -> JsonObject:
        return self._application.request_failed(given["model"], given["error"])

    def run_start(self, given: JsonObject) -> JsonObject:
        self._application.start_run()
        return {}

    def context_shown(self, given: JsonObject) -> JsonObject:
        self._application.show(given["texts"])
        return {}

    def repair_rejected(self, given: JsonObject) -> JsonObject:
        self._application.rejected(given["id"], given["error"])
        return {}

    def command_run(self, given: JsonObject) -> JsonObject | Deferred:
        def run() -> JsonObject:
            reply = commands.run(self._context(given.get("models")), name, args)
            self._application.show_footer()
            result: JsonObject = {"text": reply.text, "level": reply.level}
            if reply.again:
                result["again"] = reply.again
            if reply.switches:
                result["switches"] = [
                    {"key": one.key, "value": one.value, "values": list(one.values), "meaning": one.meaning}
                    for one in reply.switches
                ]
            return result

        name, args = given["name"], given.get("args") or ""
        self._application.uses(given.get("model"))
        return Deferred(lambda: asyncio.to_thread(run)) if commands.is_slow(name, args) else run()

    def command_complete(self, given: JsonObject) -> JsonObject:
        words = commands.complete(self._context(given.get("models")), given["args"])
        return {"words": [{"name": word.name, "summary": word.summary} for word in words]}

    def _context(self, models: Sequence[Mapping[str, Any]] | None = None) -> CommandContext:
        of, recorder = self._application, self._application.recorder
        recorder.write_turns()
        stored = StoredState(
            of.environ, recorder.journal, recorder.session, of.learning.store, recorder.values
        )
        return CommandContext(of.store, of.tally, of.facts, stored, of.results, models, of.allow)

    def config_get(self, given: JsonObject) -> JsonObject:
        return self._application.settings()

    def config_set(self, given: JsonObject) -> JsonObject:
        try:
            self._application.change_settings(given["patch"])
        except ConfigError as error:
            raise protocol.InvalidParams(f"patch: {error}") from error
        return self._application.settings()


def warm() -> None:
    """Import and prepare what the first message needs, while pi waits for its model."""
    try:
        from sidecar.session import learning, messages  # noqa: F401
        from sidecar.session.edits import repairing  # noqa: F401

        params.warm()
    finally:
        gc.freeze()  # no collection visits these modules again; that would delay a message by milliseconds
        gc.enable()
