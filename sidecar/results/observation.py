"""One tool result as pi shows it, and what kind of failure it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from sidecar.core.argument_text import raw_of
from sidecar.core.blocks import JsonObject, JsonValue

from .wording import Said

LONGEST_JSON = 200_000  # characters of a result's text read as JSON


class Kind(Enum):
    SUCCESS = "success"
    UNKNOWN_TOOL = "unknown tool"
    INVALID = "invalid arguments"
    UNPARSEABLE = "arguments that are no JSON object"
    TOO_LONG = "cut at the length limit"
    BLOCKED = "blocked"
    ABORTED = "aborted"
    TOOL = "tool error"


@dataclass(frozen=True, slots=True)
class Result:
    """What pi holds as a call's result: content blocks, and beside them what an extension or server added."""

    content: tuple[Any, ...] = ()
    details: JsonValue = None
    structured: JsonValue = None
    is_error: bool = False


@dataclass(frozen=True)
class Observation:
    """A call, by its id, and its result. `executed` is false for a call pi refused before it ran.

    `sent`: the text that pi read the arguments from, where it may say more than they do. `nested`: a script
    made the call.
    """

    call_id: str
    tool: str
    arguments: JsonObject
    result: Result
    executed: bool = True
    builtin: bool = False
    sent: str | None = None
    nested: bool = False

    @cached_property
    def text(self) -> str:
        texts = (block.get("text") for block in self.result.content if isinstance(block, dict))
        return "\n".join(text for text in texts if isinstance(text, str))

    @cached_property
    def said(self) -> Said:
        return Said(self.text)

    @cached_property
    def json_in_text(self) -> JsonValue:
        """The object or list that the whole text is; None for anything else."""
        text = self.text.strip()
        if text[:1] not in ("{", "[") or len(text) > LONGEST_JSON:
            return None
        try:
            value: JsonValue = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return value

    @cached_property
    def raw(self) -> str | None:
        """The argument text where pi could not read it."""
        return raw_of(self.text) if self.kind is Kind.UNPARSEABLE else None

    @cached_property
    def kind(self) -> Kind:
        if not self.result.is_error:
            return Kind.TOOL if not self.builtin and self._says_error else Kind.SUCCESS
        if self.executed:
            return Kind.TOOL
        text = self.text
        if text == f"Tool {self.tool} not found":
            return Kind.UNKNOWN_TOOL
        if text.startswith(f'Validation failed for tool "{self.tool}":'):
            return Kind.INVALID
        if text.startswith(f'Invalid arguments for tool "{self.tool}":'):
            return Kind.UNPARSEABLE
        if text.startswith(f'Tool call "{self.tool}" was not executed: the response hit the output'):
            return Kind.TOO_LONG
        return Kind.ABORTED if text == "Operation aborted" else Kind.BLOCKED

    @property
    def _says_error(self) -> bool:
        """A result that pi takes for a success and that calls itself an error."""
        return any(map(_is_error, (self.payload, self.json_in_text, self.result.structured)))

    @cached_property
    def payload(self) -> JsonValue:
        """The structured result itself; pi wraps the one of an MCP tool with its content."""
        outer = self.result.structured
        if isinstance(outer, dict) and isinstance(outer.get("content"), list):
            return outer.get("structuredContent")
        return outer


def _is_error(value: JsonValue) -> bool:
    if not isinstance(value, dict):
        return False
    said = value.get("error")
    if (isinstance(said, (str, dict)) and said) or value.get("isError") is True:
        return True
    failed = any(value.get(word) is False for word in ("ok", "success"))
    return failed and any(isinstance(value.get(word), str) for word in ("message", "reason", "detail"))
