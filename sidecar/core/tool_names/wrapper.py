"""`tool_call {"name": "read", "arguments": {…}}` → `read {…}`: a call put inside a tool that is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.envelopes import ID_KEYS, INNER_ARGUMENT_KEYS, INNER_NAME_KEYS, LIST_KEYS
from sidecar.core.names.words import plain
from sidecar.core.values import decode_json

from .affixes import WRAPPER_NAMES

_TAGS = ID_KEYS | {"type"}
_LONGEST_NAME = 256


@dataclass(frozen=True, slots=True)
class Inner:
    """The call found inside. `text` is its arguments where they are JSON text."""

    name: str
    arguments: JsonObject | None
    text: str | None


def is_wrapper(name: str) -> bool:
    return plain(name) in WRAPPER_NAMES


def envelope(name: str) -> Inner | None:
    """`{"name": "read", "arguments": {…}}` written as a name."""
    whole = _object(name) if name[:32].lstrip().startswith("{") else None
    return inner(whole) if whole else None


def inner(arguments: Mapping[str, Any]) -> Inner | None:
    """The one call inside `arguments`, or None: nothing more may be beside it."""
    for _ in range(3):  # {"tool_uses": [{"function": {…}}]}
        if len(arguments) == 1:
            ((key, value),) = arguments.items()
            if plain(key[:64]) in LIST_KEYS and isinstance(value, list) and len(value) == 1:
                value = value[0]
            elif plain(key[:64]) not in INNER_NAME_KEYS | INNER_ARGUMENT_KEYS:
                return None
            if not isinstance(value, dict):
                return None
            arguments = value
        elif set(arguments) == {"type", "function"} and isinstance(arguments["function"], dict):
            arguments = arguments["function"]
    return _read(arguments)


def _read(arguments: Mapping[str, Any]) -> Inner | None:
    names, values = [], []
    for key, value in arguments.items():
        spelt = plain(key[:64])
        if spelt in INNER_ARGUMENT_KEYS:
            values.append(value)
        elif spelt in INNER_NAME_KEYS:
            names.append(value)
        elif spelt not in _TAGS:
            return None
    if len(names) != 1 or len(values) != 1 or not isinstance(names[0], str) or len(names[0]) > _LONGEST_NAME:
        return None
    if isinstance(values[0], dict):
        return Inner(names[0], values[0], None)
    if isinstance(values[0], str):
        return Inner(names[0], _object(values[0]), values[0])
    return None


def _object(text: str) -> JsonObject | None:
    try:
        value = decode_json(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
