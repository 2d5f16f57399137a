"""A call of a tool that is not there → the active tools it may mean, or how to find one. Never: try again."""

from __future__ import annotations

from sidecar.core.blocks import JsonObject
from sidecar.core.tool_names import nearest
from sidecar.core.toolset import Toolset

from .alternatives import SEARCH
from .wording import quoted

NAMES_SHOWN = 3
ALL_SHOWN = 12  # a list this short is shown whole where nothing is near


def diagnosis(name: str, arguments: JsonObject, tools: Toolset) -> str:
    said = quoted(name, 60) or "this"
    absent = f"{said} is not active now" if tools.declares(name) else f"No active tool is called {said}"
    near = closest(name, arguments, tools)
    find = f" Or find one with {SEARCH}." if SEARCH in tools.active else ""
    if near:
        meant = " or ".join(_with_keys(one, tools) for one in near)
        return f"{absent}; closest: {meant}. Use one of these names exactly.{find}"
    if find:
        return f"{absent}. First find the tool with {SEARCH}, then call it by its name."
    if tools.active and len(tools.active) <= ALL_SHOWN:
        return f"{absent}. There are: {', '.join(tools.active)}."
    return f"{absent}. Use a name from your list of tools."


def closest(name: str, arguments: JsonObject, tools: Toolset) -> list[str]:
    """By name first, then by arguments: a tool that declares every key, and all it requires is there."""
    near = nearest(name, tools, NAMES_SHOWN)
    fitting = [one for one in tools.active if one not in near and _declares_all(one, arguments, tools)]
    return [*near, *(fitting if len(fitting) <= NAMES_SHOWN else [])][:NAMES_SHOWN]


def _declares_all(name: str, arguments: JsonObject, tools: Toolset) -> bool:
    schema = tools.active[name].parameters
    declared = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(declared, dict) or not arguments:
        return False
    return all(key in declared for key in arguments) and set(_required(name, tools)) <= arguments.keys()


def _with_keys(name: str, tools: Toolset) -> str:
    required = _required(name, tools)
    return f"{name} ({', '.join(required[:4])})" if required else name


def _required(name: str, tools: Toolset) -> list[str]:
    schema = tools.active[name].parameters
    required = schema.get("required") if isinstance(schema, dict) else None
    return [key for key in required if isinstance(key, str)] if isinstance(required, list) else []
