"""JSON, messages and tools that a person hands in. UsageError or InvalidValueError says what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from sidecar.core.blocks import JsonObject
from sidecar.core.checks import check_of
from sidecar.core.strict_json import decode
from sidecar.core.wire import Message, WireTool
from sidecar.errors import UsageError


class _Given(TypedDict):
    message: NotRequired[Message]
    tools: NotRequired[list[WireTool]]
    rawArguments: NotRequired[dict[str, str]]


_check = check_of(_Given)


def content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error


def value(text: bytes) -> Any:
    try:
        return decode(text.removeprefix(b"\xef\xbb\xbf"))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, " if error.lineno > 1 else ""
        raise UsageError(f"no JSON: {error.msg} at {where}column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"no JSON: {error}") from error


def message(given: Any) -> JsonObject:
    if not isinstance(given, dict):
        raise UsageError("the message must be a JSON object")
    _check({"message": given})
    return given


def raw_arguments(case: JsonObject) -> dict[str, str]:
    given: dict[str, str] | None = case.get("rawArguments")
    if given is None:
        return {}
    _check({"rawArguments": given})
    return given


def tools(given: Any) -> list[Any]:
    """From a list, or from an object with the list in `tools`."""
    found = given.get("tools") if isinstance(given, dict) else given
    if not isinstance(found, list):
        raise UsageError("tools must be a list of {name, parameters, …}")
    _check({"tools": found})
    return found


def tools_file(name: str) -> list[Any]:
    text = content(Path(name))
    try:
        return tools(value(text))
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from error
