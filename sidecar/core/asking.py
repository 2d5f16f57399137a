"""A call that pi rejects and nothing repaired → the question about it, with the tools it may have meant."""

from __future__ import annotations

from collections.abc import Mapping

from .blocks import JsonObject, Question, Tool, ToolCall
from .tool_names import nearest
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


def _meant(call: ToolCall, tools: Toolset) -> list[Tool]:
    """Tools with a name like the call's, then those that declare most of its keys, then what only reads."""
    active = list(tools.active.values())
    by_keys = sorted(active, key=lambda tool: -_shared(call, tool))
    reading = [tool for tool in active if tool.effect == "read"] if len(active) <= FEW else []
    candidates = [
        *(tools.active[name] for name in nearest(call.name, tools, TOOLS_SHOWN)),
        *(tool for tool in by_keys if _shared(call, tool)),
        *reading,
    ]
    return list({tool.name: tool for tool in candidates}.values())[:TOOLS_SHOWN]


def _shared(call: ToolCall, tool: Tool) -> int:
    declared = tool.parameters.get("properties") if isinstance(tool.parameters, dict) else None
    if not isinstance(declared, dict) or not isinstance(call.arguments, dict):
        return 0
    return sum(key in declared for key in call.arguments)
