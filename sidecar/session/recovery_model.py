"""The recovery model that a configuration names: it is asked, and the core judges its answers.

httpx and the judge are imported when a model is first asked: most sessions never do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from sidecar.core.blocks import JsonObject, Question, ToolCall
from sidecar.settings.config import Config, Endpoint, ModelChoice

from .host import Host

if TYPE_CHECKING:
    from sidecar.core.call import Settings
    from sidecar.core.toolset import Toolset
    from sidecar.recovery import Backend, RecoveryResult, Repair


class Recovery:
    """One model, with its budget for a run and its breaker."""

    def __init__(self, backend: Backend, max_per_run: int) -> None:
        from sidecar.recovery import RecoveryClient

        self._client = RecoveryClient(backend, max_per_run=max_per_run)

    async def ask(self, questions: tuple[Question, ...], tools: Toolset, config: Config) -> RecoveryResult:
        """`tools` are what an answer may name and is judged by. Raises nothing but CancelledError."""
        from sidecar.recovery import Judge

        from .core_input import settings

        self._client.max_per_run = config.recovery.max_per_run
        judge = Judge(tools, repair_with(tools, settings(config)), config.recovery.values == "any")
        return await self._client.ask(questions, judge, deadline_s=config.recovery.deadline_s)

    def run_started(self) -> None:
        """A user's prompt began: the budget is whole again."""
        self._client.run_started()


# The recovery model of a configuration, None where it names none.
Connect: TypeAlias = Callable[[Config], Recovery | None]


def connector(host: Host) -> Connect:
    """A model's Recovery is used again until the configuration names another model."""
    current: dict[Endpoint | ModelChoice, Recovery] = {}

    def connect(config: Config) -> Recovery | None:
        chosen = config.endpoint or config.model
        if chosen is None:
            return None
        if chosen not in current:
            current.clear()
            current[chosen] = Recovery(_backend(chosen, host), config.recovery.max_per_run)
        return current[chosen]

    return connect


def repair_with(tools: Toolset, rules: Settings) -> Repair:
    """The rules, applied to a model's answer: the valid call, or None."""
    from sidecar.core.call import Kept, Mended, judge

    def repair(name: str, arguments: JsonObject) -> tuple[str, JsonObject] | None:
        verdict = judge(ToolCall("", name, arguments), tools, rules)
        if isinstance(verdict, Mended):
            return verdict.name, verdict.arguments
        return (name, arguments) if isinstance(verdict, Kept) else None

    return repair


def _backend(chosen: Endpoint | ModelChoice, host: Host) -> Backend:
    if isinstance(chosen, Endpoint):
        return at_endpoint(chosen)
    from sidecar.recovery import HostBackend

    async def complete(params: JsonObject) -> Any:
        return await host.request("host/complete", params)

    return HostBackend(complete, {"provider": chosen.provider, "id": chosen.id})


def at_endpoint(chosen: Endpoint) -> Backend:
    from sidecar.recovery import Endpoint as HttpEndpoint
    from sidecar.recovery import HttpBackend

    return HttpBackend(HttpEndpoint(chosen.base_url, chosen.model_id, chosen.api, chosen.api_key or ""))
