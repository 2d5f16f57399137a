"""A line of a session file → the message in it, parsed only where something may have gone wrong.

Most lines are tool results without an error. The first bytes of a line show it, and it is not parsed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["assistant", "toolResult", "system", "own", "broken", "nothing"]

HEAD = 400  # bytes in which pi writes a line's type and its message's role
_ROLE = re.compile(rb'"message":\{"role":"(\w+)"')
_TYPE = re.compile(rb'\{"type":"(\w+)"')
_OTHERS = frozenset(
    b"session model_change thinking_level_change usage context_edit branch_summary custom custom_message "
    b"label session_info".split()
)
_OWN = b'"customType":"toolrecovery"'
_FAILED = b'"isError":true'
_TOOLS = b'"tools'


def read(line: bytes) -> tuple[Kind, dict[str, Any]]:
    """The kind of the line, and the message in it, with the time of the line in `at`.

    "own": what this extension put there, of a call that it repaired or a model whose tools it marked.
    """
    if not line.startswith(b"{") or not line.endswith(b"}"):
        return "broken", {}
    head = line[:HEAD]
    role = _ROLE.search(head)
    if role is not None:
        if role[1] == b"user" or (role[1] == b"toolResult" and _FAILED not in line):
            return "nothing", {}
        if role[1] == b"system" and _TOOLS not in line:
            return "nothing", {}
    elif (kind := _TYPE.match(head)) is not None and kind[1] in _OTHERS:
        if kind[1] == b"custom" and _OWN in head:
            data = (_json(line) or {}).get("data")
            return ("own", data) if isinstance(data, dict) else ("nothing", {})
        return "nothing", {}
    return _parsed(line)


def shown(line: bytes) -> str:
    """The text of a prompt or a tool result, which the model read; "" for any other line."""
    role = _ROLE.search(line[:HEAD])
    if role is not None and role[1] not in (b"user", b"toolResult"):
        return ""
    message = (_json(line) or {}).get("message")
    if not isinstance(message, dict) or message.get("role") not in ("user", "toolResult"):
        return ""
    return text_of(message)


def _json(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _parsed(line: bytes) -> tuple[Kind, dict[str, Any]]:
    entry = _json(line)
    if entry is None:
        return "broken", {}
    message = entry.get("systemMessage" if entry.get("type") == "compaction" else "message")
    if not isinstance(message, dict):
        return "nothing", {}
    found: dict[str, Any] = {**message, "at": str(entry.get("timestamp", ""))}
    match message.get("role"):
        case "assistant" if _is_content(message.get("content")):
            return "assistant", found
        case "toolResult" if message.get("isError") is True:
            return "toolResult", found
        case "system":
            return "system", {**found, "whole": entry.get("type") == "compaction"}
        case _:
            return "nothing", {}


def _is_content(content: Any) -> bool:
    return isinstance(content, list) and all(
        isinstance(block, dict) and isinstance(block.get("type"), str) for block in content
    )


def text_of(message: Mapping[str, Any]) -> str:
    """The text of a result or a prompt."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    texts = (
        [block.get("text") for block in content if isinstance(block, dict)]
        if isinstance(content, list)
        else []
    )
    return "\n".join(text for text in texts if isinstance(text, str))
