"""Params as they came → nothing, or InvalidParams that names the field. Unknown fields are allowed.

Written by hand: a schema validator would cost `message/repair` as much as the repair itself.
"""

from __future__ import annotations

from typing import Any, get_args

from sidecar.core.blocks import JsonObject

from .protocol import PROTOCOL, InvalidParams, StageName

_NAMES = {str: "a string", bool: "a boolean", dict: "an object", list: "an array", int: "an integer"}
_STAGES = frozenset(get_args(StageName))
_TEXT_OF = {"text": "text", "thinking": "thinking"}


def nothing(params: JsonObject) -> None:
    """Methods without params."""


def initialize(params: JsonObject) -> None:
    spoken = _field(params, "protocol", int)
    if spoken != PROTOCOL:
        raise InvalidParams(
            f"protocol is {spoken}: this sidecar speaks {PROTOCOL}; update the older of the two"
        )
    for name in ("bridge", "pi", "agentDir", "cwd", "mode"):
        _field(params, name, str)
    _field(params, "hasUI", bool)
    host = _optional(params, "host", dict) or {}
    for name in ("lacks", "copies", "extensions"):
        for index, text in enumerate(_optional(host, name, list, "host") or ()):
            _is(text, str, f"host.{name}[{index}]")
    for index, line in enumerate(_optional(params, "lastWords", list) or ()):
        _is(line, str, f"lastWords[{index}]")


def tools_set(params: JsonObject) -> None:
    _field(params, "key", str)
    wire_tools(_field(params, "tools", list))


def wire_tools(tools: list[Any], where: str = "tools") -> None:
    for index, tool in enumerate(tools):
        place = f"{where}[{index}]"
        _is(tool, dict, place)
        _field(tool, "name", str, place)
        if "parameters" not in tool:
            raise InvalidParams(f"{place}.parameters is missing")
        _optional(tool, "active", bool, place)
        _optional(tool, "description", str, place)
        _optional(tool, "annotations", dict, place)


def message_repair(params: JsonObject) -> None:
    _field(params, "tools", str)
    message(_field(params, "message", dict))
    model = _optional(params, "model", dict)
    if model is not None:
        _field(model, "id", str, "model")
    errors = _optional(params, "hostErrors", dict)
    for call_id, text in (errors or {}).items():
        if text is not None and not isinstance(text, str):
            raise InvalidParams(f"hostErrors.{call_id} must be a string or null")
    _optional(params, "live", bool)
    for stage in _optional(params, "stages", list) or ():
        if not isinstance(stage, str) or stage not in _STAGES:
            raise InvalidParams(f"stages holds {stage!r}: allowed are {', '.join(sorted(_STAGES))}")


def request_sanitize(params: JsonObject) -> None:
    _field(params, "model", str)
    _field(params, "tools", list)


def message(value: JsonObject, where: str = "message") -> None:
    """An assistant message of pi's shape."""
    for index, block in enumerate(_field(value, "content", list, where)):
        if not isinstance(block, dict):
            raise InvalidParams(f"{where}.content[{index}] must be an object")
        kind = block.get("type")
        if kind == "toolCall":
            if (
                not isinstance(block.get("id"), str)
                or not isinstance(block.get("name"), str)
                or ("arguments" not in block and "argumentsError" not in block)
                or not isinstance(block.get("argumentsError", ""), str)
            ):
                _tool_call(block, f"{where}.content[{index}]")
        elif not isinstance(kind, str):
            _field(block, "type", str, f"{where}.content[{index}]")
        elif kind in _TEXT_OF:
            _field(block, _TEXT_OF[kind], str, f"{where}.content[{index}]")
    _field(value, "role", str, where)
    _field(value, "stopReason", str, where)


def _tool_call(block: JsonObject, where: str) -> None:
    _field(block, "id", str, where)
    _field(block, "name", str, where)
    _optional(block, "argumentsError", str, where)
    if "argumentsError" not in block:  # any value: what the model sent for them is for the core to judge
        _field(block, "arguments", object, where)


def result_observe(params: JsonObject) -> None:
    _field(params, "toolCallId", str)
    _field(params, "toolName", str)
    _field(params, "input", dict)
    _field(params, "content", list)
    _field(params, "isError", bool)
    _field(params, "executed", bool)


def repair_rejected(params: JsonObject) -> None:
    _field(params, "id", str)
    _field(params, "error", str)


def command_run(params: JsonObject) -> None:
    _field(params, "name", str)
    _optional(params, "args", str)
    for index, model in enumerate(_optional(params, "models", list) or ()):
        _is(model, dict, f"models[{index}]")
        _field(model, "provider", str, f"models[{index}]")
        _field(model, "id", str, f"models[{index}]")


def command_complete(params: JsonObject) -> None:
    _field(params, "args", str)


def run_start(params: JsonObject) -> None:
    _optional(params, "text", str)


def context_shown(params: JsonObject) -> None:
    for index, text in enumerate(_field(params, "texts", list)):
        _is(text, str, f"texts[{index}]")


def config_set(params: JsonObject) -> None:
    _field(params, "patch", dict)


def _field(owner: JsonObject, name: str, kind: type, where: str = "") -> Any:
    place = f"{where}.{name}" if where else name
    if name not in owner:
        raise InvalidParams(f"{place} is missing")
    return _is(owner[name], kind, place)


def _optional(owner: JsonObject, name: str, kind: type, where: str = "") -> Any:
    value = owner.get(name)
    return None if value is None else _is(value, kind, f"{where}.{name}" if where else name)


def _is(value: Any, kind: type, place: str) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InvalidParams(f"{place} must be {_NAMES[kind]}")
    return value
