"""One pi session: its messages, tools, results, settings, and what is kept of them.

Parameters named `params` are checked already and have PROTOCOL's shape.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidecar import __version__, paths
from sidecar.core.blocks import JsonObject
from sidecar.settings.config import Config
from sidecar.settings.ignored import ignored
from sidecar.settings.store import ConfigStore
from sidecar.settings.view import effective
from sidecar.state.journal import Journal

from .host import Deferred, Host, SessionFacts
from .notices import Notices, footer
from .recording import Recorder
from .tally import Tally
from .tools import ToolLists

if TYPE_CHECKING:  # the core is imported after `initialize` is answered, see rpc.methods.warm
    from sidecar.core.blocks import LeftAsText
    from sidecar.core.toolset import Toolset
    from sidecar.recovery import RecoveryResult
    from sidecar.results.session import ResultSession

    from .edits.explaining import Explainer
    from .edits.reading import Files
    from .learning import Learning
    from .messages import SessionMemory, Task
    from .recovery_model import Connect, Recovery
    from .shown import ReadAhead
    from .strict import StrictTools

FLUSH_S = 0.3  # at the end, when the process has a second in all
LATE = "toolrecovery left a message unchanged: judging its calls took over a quarter of a second"
READING_S = 0.3  # what the model was shown is read for so long once a message waits for it
PHANTOMS_IN_A_ROW = 2  # a model that stops again and again without a call would never end


class Application:
    """Before `initialize` there are no settings, and nothing else may be called."""

    def __init__(
        self,
        host: Host,
        *,
        environ: Mapping[str, str] = os.environ,
        connect: Callable[[Host], Connect] | None = None,
    ) -> None:
        """`connect` stands for recovery_model's in a test."""
        self.environ, self.tally, self.facts = environ, Tally(), SessionFacts()
        self.results: ResultSession | None = None
        self._notices = Notices(host)
        self._host, self._connect = host, connect(host) if connect else None
        self._tools = ToolLists()
        self._store: ConfigStore | None = None
        self._has_ui = False
        self._phantoms = 0  # in a row
        self._refused: Sequence[LeftAsText] = ()  # the last ones, because the model was shown them
        self._sent: Mapping[str, str] = {}  # the streamed texts of the last message, by call
        self.recorder = Recorder(
            Journal(lambda: paths.journal(environ), self._notices.warn_once), lambda: paths.debug_log(environ)
        )

    @cached_property
    def learning(self) -> Learning:
        from .learning import open_learning

        return open_learning(self.environ, lambda: self.facts.cwd, self._notices.warn_once)

    @cached_property
    def strict(self) -> StrictTools:
        from .strict import StrictTools

        return StrictTools(self.facts)

    @cached_property
    def _shown(self) -> ReadAhead:
        """What the model was given to read: text that stands there is never run as a leaked call."""
        from .shown import ReadAhead

        return ReadAhead()

    @cached_property
    def _memory(self) -> SessionMemory:
        from .messages import SessionMemory

        return SessionMemory(
            shown=self._shown, learning=self.learning, examples=self._examples, files=self._files
        )

    def _files(self) -> Files:
        """For one message or one result: what is read once is not read again."""
        from .edits.reading import Files

        return Files(self.facts.cwd, self.environ.get("HOME") or str(Path.home()))

    @cached_property
    def _explainer(self) -> Explainer:
        from .edits.explaining import Explainer

        return Explainer(self._files)

    @property
    def ready(self) -> bool:
        return self._store is not None

    @property
    def store(self) -> ConfigStore:
        assert self._store is not None, "methods are refused before initialize"  # noqa: S101
        return self._store

    @property
    def config(self) -> Config:
        """The configuration of this moment. The bridge is told what changed for it."""
        config = self.store.current
        self._notices.follow(config)
        return config

    def initialize(self, params: JsonObject) -> JsonObject:
        """`enabled`, `status` (the footer) and `state` of PROTOCOL's InitializeResult."""
        folder = paths.agent_dir(self.environ, params["agentDir"])
        store = ConfigStore(folder, self.environ, self._notices.warn)
        config = store.current
        self._store = store
        self._has_ui = params["hasUI"]
        self.facts = SessionFacts(
            params["cwd"],
            mode=params["mode"],
            host=params.get("host") or {},
            last_words=params.get("lastWords") or (),
            versions={"pi": params["pi"], "bridge": params["bridge"], "sidecar": __version__},
        )
        unread = ignored(self.facts.cwd, store.path)
        if unread:
            self._notices.warn_once(unread)
        self.tally.repaired.update(params.get("repaired") or {})
        return {
            "enabled": config.enabled,
            "status": footer(config),
            "state": self._notices.first_state(config),
        }

    def glance(self) -> None:
        """Once on a machine: a line on the calls that failed in its past sessions. Takes a while."""
        if not self._has_ui or not self.store.current.glance:
            return
        from .glance import first_glance

        line = first_glance(self.environ, self.store.path.parent)
        if line:
            self._notices.say(line)

    def uses(self, model: Mapping[str, Any] | None) -> None:
        """The session's model, as ModelName."""
        if model is not None:
            self.facts.wrote(model["id"], model.get("baseUrl") or "", model.get("strictMode") is True)

    def set_tools(self, key: str, tools: list[Any]) -> None:
        self.facts.tools = tools
        self._tools.put(key, tools, self.store.current)

    def repair(self, params: JsonObject) -> JsonObject | Deferred:
        """PROTOCOL's RepairResult, deferred where a recovery model is asked. Raises UnknownToolsError."""
        from . import messages
        from .time_budget import expiry

        config = self.config
        if not config.enabled:
            return messages.untouched()
        tools = self._tools.get(params["tools"], config)
        request = messages.repair_request(params, self.facts.cwd or None)
        if not request.live:
            self._sent = request.host.raw_arguments
        task = messages.Task(request, tools, config, self._memory)
        if task.late and not request.live and self._shown.read_on(expiry(READING_S)):
            task = messages.Task(request, tools, config, self._memory)
        if request.model_id is not None:
            self.facts.wrote(request.model_id, request.base_url, request.strict_mode)
        recovery = self._recovery(config) if task.askable else None
        if recovery is None:
            return self._finish(task, config)
        return Deferred(lambda: self._recover(task, recovery))

    def _examples(self, tools: Toolset) -> Mapping[str, JsonObject]:
        return self.results.examples(tools) if self.results is not None else {}

    def _recovery(self, config: Config) -> Recovery | None:
        """The recovery model that `config` names. Its module is imported when there is one."""
        if self._connect is None:
            if config.endpoint is None and config.model is None:
                return None
            from .recovery_model import connector

            self._connect = connector(self._host)
        return self._connect(config)

    async def _recover(self, task: Task, recovery: Recovery) -> JsonObject:
        self._notices.asking(self.store.current, in_terminal=self.facts.mode == "tui")
        try:
            result = await task.recover(recovery)
        finally:
            self._notices.footer(self.store.current)
        self.tally.spend(result.calls, result.usage.input, result.usage.output, result.usage.cost)
        for trouble in result.troubles:
            self._notices.warn_once(f"toolrecovery: {trouble}")
        return self._finish(task, self.store.current, result)

    def _finish(self, task: Task, config: Config, recovery: RecoveryResult | None = None) -> JsonObject:
        """Count and record the outcome of `task`; its result, with guards for calls that failed too often."""
        live = task.request.live
        if not live:
            if task.late:
                self._notices.warn_once(LATE)
            if config.mode == "repair":
                self.tally.count(task.outcome.repairs, task.request.host.host_errors)
                self.tally.blocked += len(task.outcome.guards)
            model = self.facts.model
            if model:
                self.recorder.turn(model, self.strict.is_marked(config, model), task.slipped, config)
            self.recorder.message(task, config, recovery)
            self._tell_left(task)
            if task.slipped:
                self._advise(config)
            self._refused = [each for each in task.outcome.left if each.shown] or self._refused
        self._phantoms = self._phantoms + 1 if task.phantom else 0
        result = task.result(continued=self._phantoms <= PHANTOMS_IN_A_ROW)
        if self.results is not None and not live:
            from .results import capped

            message = result["message"] or task.plan.message
            result["guards"] += capped(self.results, message, task.tools, config)
        return result

    def _tell_left(self, task: Task) -> None:
        left = [each for each in task.outcome.left if not each.name or task.tools.get(each.name)]
        if left:
            from .left_calls import line

            self.tally.left_as_text += len(left)
            self._notices.left_as_text(line(left, self.facts.model))

    def _advise(self, config: Config) -> None:
        advice = self.strict.slipped(config)
        if advice is not None:
            self._notices.warn_once(advice)

    def observe(self, params: JsonObject) -> JsonObject:
        """PROTOCOL's ObserveResult for the result of a tool call."""
        from sidecar.results.session import ResultSession

        from .results import observe

        call_id = params["toolCallId"]
        self.learning.observed(call_id, params["isError"])
        config = self.config
        if not config.enabled:
            return {}
        if self.results is None:
            self.results = ResultSession()
        wire_tools, tools = self._tools.latest()
        sent = self._sent.get(call_id)
        answer = observe(self.results, params, tools, wire_tools, config, sent, self._explainer)
        return self.recorder.with_note(answer, call_id)

    def change_tools(self, model: str, tools: list[Any], base_url: str) -> JsonObject:
        """PROTOCOL's SanitizeResult for a tool list on its way to `model`'s server."""
        config = self.config
        sanitizes, marks = config.sanitizes(model), self.strict.marks(config, model, base_url)
        if sanitizes:
            from sidecar.core.requests.sanitize import sanitize

            tools = sanitize(tools)
        if marks:
            from sidecar.core.requests.strict import mark

            tools = mark(tools)
        return (
            {"applies": True, "tools": tools, "strict": marks} if sanitizes or marks else {"applies": False}
        )

    def request_failed(self, model: str, error: str) -> JsonObject:
        """PROTOCOL's FailedResult for a request of `model` whose tools were changed."""
        why = self.strict.failed(model, error)
        if why is None:
            return {}
        from .strict import GO_ON

        self._notices.warn(why)
        return {"phantom": {"note": GO_ON, "drop": True}}

    def start_run(self) -> None:
        """The person sent a prompt: what is counted per run starts again."""
        self._phantoms = 0
        config = self.config
        recovery = self._recovery(config)
        if recovery:
            recovery.run_started()
        if self.results is not None:
            self.results.start_run()
            self._explainer.start_run()

    def show(self, texts: Sequence[str]) -> None:
        """What stood in a request to the model, and the model did not write itself."""
        self._shown.show(texts)

    def allow(self) -> Sequence[LeftAsText]:
        """The calls that were refused last because they were shown may run from now on; which they are."""
        allowed, self._refused = self._refused, ()
        for call in allowed:
            self._shown.allow(call.name, call.arguments)
        return allowed

    def rejected(self, call_id: str, error: str) -> None:
        """pi refused a repaired call, with the text `error`."""
        self.tally.take_back()
        self.learning.rejected(call_id)
        self.recorder.rejected(call_id, error, self.store.current)

    def change_settings(self, patch: JsonObject) -> None:
        """Raises ConfigError."""
        unsaved = self.store.save(patch)
        if unsaved:
            self._notices.warn(f"this holds for this session only: {unsaved}")
        self.show_footer()

    def settings(self) -> JsonObject:
        """Every setting in force, keys masked."""
        return effective(self.store.current)

    def show_footer(self) -> None:
        self._notices.follow(self.store.current, anew=True)

    def close(self) -> None:
        """Write what waits for the journal, for FLUSH_S at most."""
        self.recorder.write_turns()
        self.recorder.journal.flush(FLUSH_S)
