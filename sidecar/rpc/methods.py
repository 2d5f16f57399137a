"""The method table: what the bridge can ask, and the state of one pi session behind it."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sidecar import commands, paths
from sidecar.commands.desk import Desk, Scene
from sidecar.core.blocks import JsonObject
from sidecar.errors import ConfigError
from sidecar.session.notices import Voice, footer
from sidecar.session.recording import Witness
from sidecar.session.tally import Tally
from sidecar.session.tools import ToolLists
from sidecar.settings.config import Config
from sidecar.settings.store import ConfigStore
from sidecar.settings.view import effective
from sidecar.state.journal import Journal

from . import params, protocol
from .dispatch import Later, Method
from .host import Host

if TYPE_CHECKING:  # the core is imported after `initialize` is answered, see warm
    from sidecar.core.grammars import Shown
    from sidecar.core.toolset import Toolset
    from sidecar.results.session import ResultSession
    from sidecar.session.learning import Learning
    from sidecar.session.messages import Task
    from sidecar.session.recovery_role import Connect, Recovery, RecoveryResult

FLUSH_S = 0.3  # of the second in which the process is to be gone
LATE = "toolrecovery left a message unchanged: judging its calls took over a quarter of a second"
PHANTOMS_IN_A_ROW = 2  # a model that stops again and again without a call would go on for ever


class Session:
    """One pi session. Before `initialize` there is no store."""

    def __init__(
        self,
        version: str,
        host: Host,
        *,
        environ: Mapping[str, str] = os.environ,
        connect: Callable[[Host], Connect] | None = None,
    ) -> None:
        self._version, self._voice, self._environ = version, Voice(host), environ
        self._connect = connect(host) if connect else None
        self._tally = Tally()
        self._tools = ToolLists()
        self._results: ResultSession | None = None
        self._versions: dict[str, str] = {}
        self._store: ConfigStore | None = None
        self._phantoms = 0  # in a row
        self._scene = Scene()
        self._witness = Witness(
            Journal(lambda: paths.journal(environ), self._voice.trouble),
            debug_log=lambda: paths.debug_log(environ),
        )

    @cached_property
    def _shown(self) -> Shown:
        """What the model was given to read: text that stands there is never run as a leaked call."""
        from sidecar.core.grammars import Shown

        return Shown()

    @cached_property
    def _learning(self) -> Learning:
        from sidecar.session.learning import at_home

        return at_home(self._environ, self._voice.trouble)

    @property
    def ready(self) -> bool:
        return self._store is not None

    @property
    def methods(self) -> Mapping[str, Method]:
        return {
            "initialize": Method(params.initialize, self.initialize),
            "tools/set": Method(params.tools_set, self.tools_set),
            "message/repair": Method(params.message_repair, self.message_repair),
            "result/observe": Method(params.result_observe, self.result_observe),
            "request/sanitize": Method(params.request_sanitize, self.request_sanitize),
            "run/start": Method(params.run_start, self.run_start),
            "context/shown": Method(params.context_shown, self.context_shown),
            "repair/rejected": Method(params.repair_rejected, self.repair_rejected),
            "command/run": Method(params.command_run, self.command_run),
            "command/complete": Method(params.command_complete, self.command_complete),
            "config/get": Method(params.nothing, self.config_get),
            "config/set": Method(params.config_set, self.config_set),
            "shutdown": Method(params.nothing, self.shutdown),
        }

    @property
    def _current(self) -> Config:
        """The configuration of this moment; the bridge hears what of it is its business."""
        config = self._configured.current
        self._voice.follow(config)
        return config

    @property
    def _configured(self) -> ConfigStore:
        assert self._store is not None, "methods are refused before initialize"  # noqa: S101
        return self._store

    def initialize(self, given: JsonObject) -> JsonObject:
        folder = paths.agent_dir(self._environ, given["agentDir"])
        store = ConfigStore(folder, self._environ, self._voice.fault)
        config = store.current
        self._store = store
        self._scene = Scene(given["cwd"], host=given.get("host") or {}, ended=given.get("lastWords") or ())
        self._versions = {"pi": given["pi"], "bridge": given["bridge"], "sidecar": self._version}
        return {
            "protocol": protocol.PROTOCOL,
            "sidecar": self._version,
            "enabled": config.enabled,
            "status": footer(config),
            "state": self._voice.greeting(config),
            "commands": [
                {"name": name, "summary": command.summary}
                for name, command in commands.COMMANDS.items()
                if name
            ],
        }

    def tools_set(self, given: JsonObject) -> JsonObject:
        self._scene.tools = given["tools"]
        self._tools.put(given["key"], given["tools"], self._configured.current)
        return {"key": given["key"]}

    def message_repair(self, given: JsonObject) -> Any:
        from sidecar.session.messages import Task, untouched

        config = self._current
        if not config.enabled:
            return untouched()
        task = Task(
            given["message"],
            self._tools.get(given["tools"], config),
            config,
            host_errors=given.get("hostErrors"),
            model_id=(given.get("model") or {}).get("id"),
            stages=given.get("stages"),
            examples=self._examples,
            shown=self._shown,
            learning=self._learning,
            live=given.get("live") is True,
        )
        self._scene.spoke(given.get("model"))
        recovery = self._connect(config) if self._connect and task.askable else None
        if recovery is None:
            return self._done(task, config, given)
        return Later(lambda: self._recover(task, recovery, given))

    def _examples(self, tools: Toolset) -> Mapping[str, JsonObject]:
        return self._results.examples(tools) if self._results is not None else {}

    async def _recover(self, task: Task, recovery: Recovery, given: JsonObject) -> JsonObject:
        self._voice.recovering()
        try:
            result = await task.recover(recovery)
        finally:
            self._voice.footer(self._configured.current)
        self._tally.spend(result.calls, result.usage.input, result.usage.output, result.usage.cost)
        for trouble in result.troubles:
            self._voice.trouble(f"toolrecovery: {trouble}")
        return self._done(task, self._configured.current, given, result)

    def _done(
        self, task: Task, config: Config, given: JsonObject, asked: RecoveryResult | None = None
    ) -> JsonObject:
        if not task.live:
            if task.late:
                self._voice.trouble(LATE)
            if config.mode == "repair":
                self._tally.count(task.outcome.repairs, given.get("hostErrors"))
                self._tally.blocked += len(task.outcome.guards)
            self._witness.message(task, config, given, asked)
        self._phantoms = self._phantoms + 1 if task.phantom else 0
        result = task.result(continued=self._phantoms <= PHANTOMS_IN_A_ROW)
        if self._results is not None and not task.live:
            from sidecar.session.results import capped

            message = result["message"] or task.plan.message
            result["guards"] += capped(self._results, message, task.tools, config)
        return result

    def result_observe(self, given: JsonObject) -> JsonObject:
        from sidecar.session import results as observing

        self._learning.observed(given["toolCallId"], given["isError"])
        config = self._current
        if not config.enabled:
            return {}
        if self._results is None:
            self._results = observing.ResultSession()
        for block in given["content"]:
            if isinstance(block, dict) and isinstance(block.get("text"), str):
                self._shown.add(block["text"])
        wire_tools, tools = self._tools.latest()
        answer = observing.observe(self._results, given, tools, wire_tools, config)
        answer = self._witness.noted(answer, given["toolCallId"])
        self._shown.add(answer.get("append", ""))  # it may quote what a server said where nobody looks
        return answer

    def request_sanitize(self, given: JsonObject) -> JsonObject:
        config = self._current
        if not config.sanitizes(given["model"]):
            return {"applies": False}
        from sidecar.core.sanitize import sanitize

        return {"applies": True, "tools": sanitize(given["tools"])}

    def run_start(self, given: JsonObject) -> JsonObject:
        self._phantoms = 0
        config = self._current
        recovery = self._connect(config) if self._connect else None
        if recovery:
            recovery.run_started()
        if self._results is not None:
            self._results.start_run()
        if given.get("text"):
            self._shown.add(given["text"])
        return {}

    def context_shown(self, given: JsonObject) -> JsonObject:
        """What the model was given before this process was there to see it."""
        for text in given["texts"]:
            self._shown.add(text)
        return {}

    def repair_rejected(self, given: JsonObject) -> JsonObject:
        self._tally.take_back()
        self._learning.rejected(given["id"])
        self._witness.rejected(given["id"], given["error"], self._configured.current)
        return {}

    def command_run(self, given: JsonObject) -> Any:
        name, args = given["name"], given.get("args") or ""
        if commands.is_slow(name, args):
            return Later(lambda: asyncio.to_thread(self._command, name, args, given))
        return self._command(name, args, given)

    def _command(self, name: str, args: str, given: JsonObject) -> JsonObject:
        reply = commands.run(self._desk(given.get("models")), name, args)
        self._voice.footer(self._current)
        return {"text": reply.text, "level": reply.level}

    def command_complete(self, given: JsonObject) -> JsonObject:
        words = commands.complete(self._desk(), given["args"])
        return {"words": [{"name": word.name, "summary": word.summary} for word in words]}

    def _desk(self, models: Sequence[JsonObject] | None = None) -> Desk:
        return Desk(
            self._configured,
            self._tally,
            self._version,
            self._results,
            self._versions,
            self._environ,
            self._learning.store,
            models,
            self._scene,
            self._witness,
        )

    def config_get(self, given: JsonObject) -> JsonObject:
        return effective(self._configured.current)

    def config_set(self, given: JsonObject) -> JsonObject:
        try:
            unsaved = self._configured.save(given["patch"])
        except ConfigError as error:
            raise protocol.InvalidParams(f"patch: {error}") from error
        if unsaved:
            self._voice.fault(f"this holds for this session only: {unsaved}")
        self._voice.footer(self._current)
        return self.config_get(given)

    def shutdown(self, given: JsonObject) -> JsonObject:
        return {}

    def close(self) -> None:
        """What waits to be written is written, within its part of the process's last second."""
        self._witness.flush(FLUSH_S)


def warm() -> None:
    """Import what the first message will need, while pi waits for its model."""
    try:
        from sidecar.session import learning, messages  # noqa: F401

        params.warm()
    finally:
        gc.freeze()  # no collection looks at it again, which would hold up a message for milliseconds
        gc.enable()
