"""The raw text between two tags → an argument, without the newlines that only set it on its own lines."""

from __future__ import annotations

from dataclasses import dataclass
from re import Match

from sidecar.core.blocks import JsonObject
from sidecar.core.toolset import Toolset

from .typed import typed_arguments


@dataclass(frozen=True, slots=True)
class Value:
    """One argument as written: its key, the match of its opening tag, and its raw text."""

    key: str
    tag: Match[str]
    text: str


def unframed(text: str) -> str:
    """`⏎V⏎` → `V`. A value written on the line of its tag keeps all its white space."""
    if len(text) < 2 or text[0] not in "\r\n" or not text.endswith("\n"):
        return text
    return _without_last(_without_first(text)) if text not in ("\n\n", "\r\n\r\n") else ""


def one_newline_off(text: str) -> str:
    """A value set on lines of its own (it begins with a newline) → without one newline on each side."""
    return _without_last(_without_first(text)) if text[:1] == "\n" or text[:2] == "\r\n" else text


def _without_first(text: str) -> str:
    return text[2:] if text.startswith("\r\n") else text.removeprefix("\n")


def _without_last(text: str) -> str:
    return text[:-2] if text.endswith("\r\n") else text.removesuffix("\n")


def inline_typed(name: str, values: list[Value], tools: Toolset) -> JsonObject:
    """All values unframed and typed by the schema: how most formats mean them."""
    return typed_arguments(name, {value.key: unframed(value.text) for value in values}, tools)
