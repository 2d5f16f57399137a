"""A call that pi rejects and nothing repaired → the question about it, with the tools it may have meant."""

from __future__ import annotations

from collections.abc import Mapping

from .blocks import JsonObject, Question, Tool, ToolCall
from .tool_names import candidates, nearest
from .toolset import Toolset

TOOLS_SHOWN = 3  # schemas shown to a recovery model for an unknown name
FEW = 8  # active tools: pi's own; so few that a reading one is shown though nothing speaks for it


def question(
    call: ToolCall, error: str, tools: Toolset, examples: Mapping[str, JsonObject]
) -> Question | None:
    """None where there is no tool to show: whatever was answered would be a guess."""
    named = tools.get(call.name)
    shown = [named] if named is not None else _meant(call, tools)
    known = {tool.name: examples[tool.name] for tool in shown if tool.name in examples}
    return Question(call, error, tuple(shown), known) if shown else None


def may_become(call: ToolCall, tool: Tool, tools: Toolset) -> bool:
    """Whether a recovery model may make a call of `tool` of `call`.

    A call of an active tool stays one of it. Another name may be taken for a tool that only reads, or for one
    that it is a known spelling or another agent's name of.
    """
    if tools.get(call.name) is not None:
        return tool.name == call.name
    return tool.effect == "read" or tool.name in _known_as(call, tools)


def _known_as(call: ToolCall, tools: Toolset) -> list[str]:
    arguments = call.arguments if isinstance(call.arguments, dict) else None
    return [meant.name for meant in candidates(call.name, tools, arguments)]


def _meant(call: ToolCall, tools: Toolset) -> list[Tool]:
    """Tools it may become: of a name like the call's, then of most of its keys, then what only reads."""
    active = list(tools.active.values())
    known = _known_as(call, tools)
    by_keys = sorted(active, key=lambda tool: -_shared(call, tool))
    found = [
        *(tools.active[name] for name in (*known, *nearest(call.name, tools, TOOLS_SHOWN))),
        *(tool for tool in by_keys if _shared(call, tool)),
        *(active if len(active) <= FEW else ()),
    ]
    likely = {tool.name: tool for tool in found if tool.effect == "read" or tool.name in known}
    return list(likely.values())[:TOOLS_SHOWN]


def _shared(call: ToolCall, tool: Tool) -> int:
    declared = tool.parameters.get("properties") if isinstance(tool.parameters, dict) else None
    if not isinstance(declared, dict) or not isinstance(call.arguments, dict):
        return 0
    return sum(key in declared for key in call.arguments)
