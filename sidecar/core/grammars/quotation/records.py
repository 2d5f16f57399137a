"""Calls in a text's JSON, however far apart name and arguments stand, and calls in a stream's pieces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.budget import step
from sidecar.core.envelopes import LEAKED_ARGUMENTS, LEAKED_NAMES

OPENERS_READ, OPENERS_TRIED = 60, 3  # of one text, before one name
LINES_READ = 4_000
CHARACTERS_A_STEP = 2_000

_NAME = re.compile(rf'"(?:{"|".join(LEAKED_NAMES)}|function|action)"\s{{0,8}}:\s{{0,8}}"')
# a line of a server's stream, or of a log of such lines
_EVENT = re.compile(r"^[ \t>]{0,8}(?:data:[ \t]{0,4})?(?P<json>\{.*\})[ \t,\r]{0,4}$", re.MULTILINE)
_PIECES = ("arguments", "content", "delta", "input", "partial_json", "text", "thinking")
_DECODER = json.JSONDecoder(strict=False)


def json_calls(text: str) -> Iterator[tuple[str, JsonObject]]:
    """Name and arguments of each JSON object that has both, whatever else it has."""
    left = OPENERS_READ
    for found in _NAME.finditer(text):
        at = found.start()
        for _ in range(OPENERS_TRIED):
            at = text.rfind("{", 0, at)
            if at < 0 or not left:
                break
            left -= 1
            call = _as_call(_object(text, at))
            if call is not None:
                yield call
                break


def _object(text: str, at: int) -> Any:
    step(1 + (len(text) - at) // CHARACTERS_A_STEP)
    try:
        return _DECODER.raw_decode(text, at)[0]
    except (ValueError, RecursionError):
        return None


def _as_call(value: Any) -> tuple[str, JsonObject] | None:
    if not isinstance(value, dict):
        return None
    inner = value.get("function")
    if isinstance(inner, dict):
        return _as_call(inner)
    name = next(
        (value[key] for key in (*LEAKED_NAMES, "function", "action") if isinstance(value.get(key), str)), ""
    )
    arguments = next((value[key] for key in LEAKED_ARGUMENTS if key in value), None)
    if isinstance(arguments, str):
        arguments = _object(arguments, len(arguments) - len(arguments.lstrip()))
    return (name, arguments) if name and isinstance(arguments, dict) else None


def joined_stream(text: str) -> str:
    """What the lines of a stream say when their pieces are put together; "" where the text is no stream."""
    if '"' not in text or text.count("{") < 2 or not any(f'"{piece}"' in text for piece in _PIECES):
        return ""
    pieces: dict[str, list[str]] = {}
    lines = 0
    for event in _EVENT.finditer(text):
        lines += 1
        if lines > LINES_READ:
            break
        _gather(_object(event["json"], 0), pieces)
    return "\n".join("".join(said) for said in pieces.values() if len(said) > 1) if lines > 1 else ""


def _gather(event: Any, pieces: dict[str, list[str]]) -> None:
    """A name begins another call, so it joins the arguments, set apart as in a call's JSON."""
    pending: list[tuple[str, Any]] = [("", event)]
    while pending:
        key, value = pending.pop()
        if isinstance(value, dict):
            pending.extend(reversed(value.items()))
        elif isinstance(value, list):
            pending.extend((key, item) for item in reversed(value))
        elif isinstance(value, str) and key in LEAKED_NAMES and value:
            pieces.setdefault("arguments", []).append(f'\n"name": "{value}", "arguments": ')
        elif isinstance(value, str) and key in _PIECES:
            pieces.setdefault("arguments" if key == "partial_json" else key, []).append(value)
