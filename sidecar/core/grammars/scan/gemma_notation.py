"""Gemma's argument notation: `{key:<|"|>text<|"|>,n:3,o:{…},l:[…]}`. Marked text is never escaped."""

from __future__ import annotations

import json
import re
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.literals import Fault, Scanned, skip_space
from sidecar.core.toolset import Toolset

from .json_value import scan_json
from .typed import cast_strings, parameters

_KEY = re.compile(r"[^\s:{}\[\],<\"'][^:{}\[\],<\n]{0,160}(?=:)")
_BARE = re.compile(r"[^,{}\[\]<\n]{1,400}")


def _value(text: str, at: int, mark: str) -> Scanned | Fault:
    if text.startswith(mark, at):
        end = text.find(mark, at + len(mark))
        return Scanned(text[at + len(mark) : end], end + len(mark)) if end >= 0 else Fault.CUT
    if text.startswith('"', at):  # a JSON string, with JSON's escapes
        return scan_json(text, at)
    if mark.startswith(text[at:]):
        return Fault.CUT
    bare = _BARE.match(text, at)
    if bare is None:
        return Fault.MALFORMED
    said = bare.group().strip()
    try:
        value: Any = json.loads(said)
    except ValueError:
        value = said
    return Scanned(value, bare.end()) if bare.end() < len(text) else Fault.CUT


def scan_gemma(text: str, at: int, mark: str) -> Scanned | Fault:
    """The object that begins at `at`, its strings between two `mark`s. No recursion."""
    stack: list[Any] = []
    keys: list[str] = []
    here, value = at, None
    while True:
        here = skip_space(text, here)
        if here >= len(text):
            return Fault.CUT
        character = text[here]
        if character in "{[":
            stack.append({} if character == "{" else [])
            keys.append("")
            here += 1
            if isinstance(stack[-1], list) or text[skip_space(text, here) :][:1] == "}":
                continue
        elif stack and character == ("}" if isinstance(stack[-1], dict) else "]"):
            value = stack.pop()
            keys.pop()
            here += 1
            if not stack:
                return Scanned(value, here)
            _put(stack[-1], keys[-1], value)
            here = _comma(text, here)
            if here < 0:
                return Fault.MALFORMED
        elif not stack:
            return Fault.MALFORMED
        elif isinstance(stack[-1], list):
            scanned = _value(text, here, mark)
            if isinstance(scanned, Fault):
                return scanned
            stack[-1].append(scanned.value)
            here = _comma(text, scanned.end)
            if here < 0:
                return Fault.MALFORMED
        if stack and isinstance(stack[-1], dict):
            read = _key(text, here, mark)
            if isinstance(read, Fault):
                return read
            if read is None:
                continue
            key, here = read
            if key in stack[-1]:
                return Fault.MALFORMED
            keys[-1] = key
            here = skip_space(text, here)
            if text[here : here + 1] in ("{", "["):
                continue
            if here >= len(text):
                return Fault.CUT
            scanned = _value(text, here, mark)
            if isinstance(scanned, Fault):
                return scanned
            stack[-1][key] = scanned.value
            here = _comma(text, scanned.end)
            if here < 0:
                return Fault.MALFORMED


def _put(container: Any, key: str, value: Any) -> None:
    if isinstance(container, dict):
        container[key] = value
    else:
        container.append(value)


def _comma(text: str, at: int) -> int:
    """Past the comma at `at`; at a closer or the end of the text; -1 for anything else."""
    at = skip_space(text, at)
    if at >= len(text) or text[at] in "}]":
        return at
    return at + 1 if text[at] == "," else -1


def _key(text: str, at: int, mark: str) -> tuple[str, int] | Fault | None:
    """The key at `at` and the place after its colon; None at a closing brace."""
    at = skip_space(text, at)
    if at >= len(text):
        return Fault.CUT
    if text[at] == "}":
        return None
    if text.startswith(mark, at) or text[at] == '"':
        quoted = _value(text, at, mark)
        if isinstance(quoted, Fault):
            return quoted
        colon = skip_space(text, quoted.end)
        return (quoted.value, colon + 1) if text[colon : colon + 1] == ":" else Fault.MALFORMED
    bare = _KEY.match(text, at)
    if bare is None:
        return Fault.CUT if text.find(":", at, at + 200) < 0 and len(text) - at < 200 else Fault.MALFORMED
    return bare.group().strip(), bare.end() + 1


def as_written(name: str, arguments: JsonObject, tools: Toolset) -> JsonObject:
    """`arguments` with unquoted words and numbers as text where the schema wants text (FunctionGemma)."""
    declared: Any = parameters(name, tools) or {}
    cast = cast_strings(name, arguments, tools)
    for key, value in arguments.items():
        node = declared.get(key)
        if node is not None and node.types == {"string"} and isinstance(value, (bool, int)):
            cast[key] = str(value).lower() if isinstance(value, bool) else str(value)
    return cast
