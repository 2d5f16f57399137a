"""A tool result, its tools and the configuration → the answer of `result/observe`; which calls are capped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.budget import limited
from sidecar.core.pi_tools import PI_TOOLS
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset
from sidecar.results.observation import Observation, Result
from sidecar.results.scripts import inner
from sidecar.results.session import Limits, ResultSession
from sidecar.settings.config import Config

from .edits.explaining import Explainer
from .time_budget import expiry


def observe(
    session: ResultSession,
    given: JsonObject,
    tools: Toolset,
    wire_tools: Iterable[Mapping[str, Any]],
    config: Config,
    sent: str | None = None,
    explainer: Explainer | None = None,
) -> JsonObject:
    """`{"append": text for the model}`, or `{}`. Mode observe remembers the result and appends nothing.

    `sent`: the streamed text of the call's arguments, where it may say more than they do.
    `explainer` looks into the files of a call of pi's own tools; without it no file is read.
    """
    if not config.results.hints:
        return {}
    observation = Observation(
        call_id=given["toolCallId"],
        tool=given["toolName"],
        arguments=given["input"],
        result=Result(
            tuple(given["content"]), given.get("details"), given.get("structuredContent"), given["isError"]
        ),
        executed=given["executed"],
        builtin=_is_builtin(given["toolName"], wire_tools),
        sent=sent,
        nested=given.get("nested") is True,
    )
    observation = inner(observation)
    try:
        with limited(expiry()):
            append = session.observe(observation, tools, _limits(config)) or ""
    except (UnusableSchemaError, RecursionError):
        return {}
    if config.results.edits and explainer is not None:
        append = explainer.explained(observation, append, builtin_edit=given.get("builtinEdit") is True)
    return {"append": append} if append and config.mode == "repair" else {}


def capped(session: ResultSession, message: JsonObject, tools: Toolset, config: Config) -> list[JsonObject]:
    """A guard for each call that failed as often, in the same form, as the settings allow."""
    if not config.results.hints or config.mode != "repair" or not session.repeats(config.results.retry_cap):
        return []
    guards = []
    for call in message["content"]:
        if call.get("type") == "toolCall":
            reason = session.guard(call["id"], call["name"], call["arguments"], tools, _limits(config))
            if reason:
                guards.append({"id": call["id"], "reason": reason})
    return guards


def _limits(config: Config) -> Limits:
    return Limits(cap=config.results.retry_cap, empty_note=config.results.empty_note)


def _is_builtin(name: str, wire_tools: Iterable[Mapping[str, Any]]) -> bool:
    """pi calls the tools of its MCP extension builtin too; PI_TOOLS does not hold them."""
    return name in PI_TOOLS and any(
        tool["name"] == name and tool.get("source") in (None, "builtin") for tool in wire_tools
    )
