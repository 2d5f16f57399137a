"""Which recovery model a configuration asks for, and the core's judgement of its answers."""

from __future__ import annotations

from typing import Any

from sidecar.core.blocks import JsonObject, Question, ToolCall
from sidecar.core.call import Kept, Mended, Settings, judge
from sidecar.core.toolset import Toolset
from sidecar.recovery import Backend, HostBackend, HttpBackend, Judge, RecoveryClient, Repair
from sidecar.recovery import Endpoint as HttpEndpoint
from sidecar.rpc.host import Host
from sidecar.settings.config import Config, Endpoint, ModelChoice

from .messages import settings
from .recovery_role import Connect, Recovery, RecoveryResult


def connector(host: Host) -> Connect:
    """The client of the model in force: its budget and breaker last until another model is chosen."""
    kept: dict[Endpoint | ModelChoice, Recovery] = {}

    def connect(config: Config) -> Recovery | None:
        chosen = config.endpoint or config.model
        if chosen is None:
            return None
        if chosen not in kept:
            kept.clear()
            kept[chosen] = Asker(_backend(chosen, host), config.recovery.max_per_run)
        return kept[chosen]

    return connect


class Asker:
    def __init__(self, backend: Backend, max_per_run: int) -> None:
        self._client = RecoveryClient(backend, max_per_run=max_per_run)

    async def ask(self, questions: tuple[Question, ...], tools: Toolset, config: Config) -> RecoveryResult:
        self._client.max_per_run = config.recovery.max_per_run
        judged = Judge(tools, repair_with(tools, settings(config)), config.recovery.values == "any")
        return await self._client.ask(questions, judged, deadline_s=config.recovery.deadline_s)

    def run_started(self) -> None:
        self._client.run_started()


def repair_with(tools: Toolset, rules: Settings) -> Repair:
    """The rules on a model's answer: the valid call, or None."""

    def repair(name: str, arguments: JsonObject) -> tuple[str, JsonObject] | None:
        verdict = judge(ToolCall("", name, arguments), tools, rules)
        if isinstance(verdict, Mended):
            return verdict.name, verdict.arguments
        return (name, arguments) if isinstance(verdict, Kept) else None

    return repair


def _backend(chosen: Endpoint | ModelChoice, host: Host) -> Backend:
    if isinstance(chosen, Endpoint):
        return at_endpoint(chosen)

    async def complete(params: JsonObject) -> Any:
        return await host.request("host/complete", params)

    return HostBackend(complete, {"provider": chosen.provider, "id": chosen.id})


def at_endpoint(chosen: Endpoint) -> Backend:
    return HttpBackend(HttpEndpoint(chosen.base_url, chosen.model_id, chosen.api, chosen.api_key or ""))
