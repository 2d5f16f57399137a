"""A backend is anything that answers a prompt. Here: the models that the host knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeAlias

from sidecar.errors import HostError
from sidecar.recovery.prompt.question import Prompt

from .apis.wire import Failure, Reply, Usage, tokens

REASON_CHARS = 200

# PROTOCOL's `host/complete`: params → result.
HostComplete: TypeAlias = Callable[[dict[str, Any]], Awaitable[Any]]


class Backend(Protocol):
    """Answers a prompt, or says why not. Never raises but for cancellation."""

    async def complete(self, prompt: Prompt, constrained: bool) -> Reply | Failure: ...


class HostBackend:
    """A model that the host knows and signs in to: no key passes through here."""

    def __init__(self, host_complete: HostComplete, model: Mapping[str, str]) -> None:
        self._host_complete = host_complete
        self._model = {"provider": model["provider"], "id": model["id"]}

    async def complete(self, prompt: Prompt, constrained: bool) -> Reply | Failure:
        params: dict[str, Any] = {
            "model": self._model,
            "system": prompt.system,
            "user": prompt.user,
            "maxTokens": prompt.max_tokens,
        }
        if constrained:
            params["schema"] = prompt.schema
        try:
            result = await self._host_complete(params)
        except HostError as error:
            return Failure("unreachable", f"the picked recovery model failed: {str(error)[:REASON_CHARS]}")
        except Exception:
            return Failure("unreachable", "the picked recovery model failed")
        text = result.get("text") if isinstance(result, dict) else None
        if not isinstance(text, str) or not text.strip():
            return Failure("unreadable", "the picked recovery model gave no text")
        return Reply(text, _usage(result.get("usage")))


def _usage(said: object) -> Usage:
    if not isinstance(said, dict):
        return Usage()
    cost = said.get("cost")
    money = float(cost) if isinstance(cost, (int, float)) and not isinstance(cost, bool) else 0.0
    return Usage(tokens(said.get("input")), tokens(said.get("output")), money)
