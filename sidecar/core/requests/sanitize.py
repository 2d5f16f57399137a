"""`"pattern": "^[0-9]+$"` → `"[0-9]+"` in a provider's tool list: some servers choke on the anchors.

Only the outermost pair goes, and only where the rest means the same without it. JSON Schema searches a
pattern anywhere, so without anchors it matches more, never less; pi still judges by the pattern as it was.
"""

from __future__ import annotations

from collections.abc import Callable

from sidecar.core.blocks import JsonValue

from .subschemas import LIST, NAMED, ONE

# Where each API keeps a tool's schema, from the entry of its list on.
_PLACES: tuple[tuple[str, ...], ...] = (
    ("function", "parameters"),  # openai-completions, mistral-conversations
    ("parameters",),  # openai-responses
    ("input_schema",),  # anthropic-messages
    ("parametersJsonSchema",),  # google-generative-ai
    ("toolSpec", "inputSchema", "json"),  # bedrock-converse-stream
)
_GROUP = "functionDeclarations"  # google wraps its entries once more

_LOOKS = ("(?=", "(?!", "(?<=", "(?<!")  # what looks around depends on where it stands
_REPEATS = ("*", "+", "?", "{")


def sanitize(tools: list[JsonValue]) -> list[JsonValue]:
    """The list with its schemas' patterns free of outer anchors. The given one is not changed."""
    try:
        return [_entry(tool) for tool in tools]
    except RecursionError:  # no tool of anybody's is nested that deep
        return tools


def without_anchors(pattern: str) -> str:
    """`pattern` without its leading ^ and trailing $, or as it is where those are not simply its ends."""
    steps = _steps(pattern)
    leading, trailing = steps[:1] == ["^"], steps[-1:] == ["$"] and len(steps) > 1
    body = steps[1 if leading else 0 : -1 if trailing else None]
    text = "".join(body)
    if not body or body[0] in _REPEATS or _has_alternatives(body) or any(each in text for each in _LOOKS):
        return pattern
    return text


def _steps(pattern: str) -> list[str]:
    """Escapes and classes in one piece, else one character each. Nothing where a class has no clear end."""
    steps: list[str] = []
    at = 0
    while at < len(pattern):
        end = at + 1
        if pattern[at] == "\\":
            end += 1
        elif pattern[at] == "[":
            end = _class_end(pattern, end)
            if end == -1:
                return []
        steps.append(pattern[at:end])
        at = end
    return steps


def _class_end(pattern: str, at: int) -> int:
    at += pattern.startswith("^", at)
    if pattern.startswith("]", at):  # a member of the class to some readers, its end to others
        return -1
    while at < len(pattern):
        if pattern[at] == "]":
            return at + 1
        at += 2 if pattern[at] == "\\" else 1
    return -1


def _has_alternatives(steps: list[str]) -> bool:
    depth = 0
    for each in steps:
        if each == "|" and depth == 0:
            return True
        depth += (each == "(") - (each == ")")
    return False


def _entry(tool: JsonValue) -> JsonValue:
    if not isinstance(tool, dict):
        return tool
    if isinstance(tool.get(_GROUP), list):
        return {**tool, _GROUP: [_entry(each) for each in tool[_GROUP]]}
    for place in _PLACES:
        tool = _at(tool, place, _schema)
    return tool


def _at(value: JsonValue, place: tuple[str, ...], change: Callable[[JsonValue], JsonValue]) -> JsonValue:
    if not place:
        return change(value)
    if not isinstance(value, dict) or place[0] not in value:
        return value
    return {**value, place[0]: _at(value[place[0]], place[1:], change)}


def _schema(schema: JsonValue) -> JsonValue:
    if not isinstance(schema, dict):
        return schema
    return {key: _member(key, value) for key, value in schema.items()}


def _member(key: str, value: JsonValue) -> JsonValue:
    if key == "pattern" and isinstance(value, str):
        return without_anchors(value)
    if key in NAMED and isinstance(value, dict):
        return {name: _schema(below) for name, below in value.items()}
    if key in LIST and isinstance(value, list):
        return [_schema(below) for below in value]
    return _schema(value) if key in ONE else value
