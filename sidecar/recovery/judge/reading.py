"""A reply's text → the call it means: plain JSON, fenced, in prose, after `<think>`; usual key names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.envelopes import ANSWER_ARGUMENTS, ANSWER_LISTS, ANSWER_NAMES, ANSWER_WRAPPERS
from sidecar.core.values import decode_json, json_decoder

OBJECTS_TRIED = 64  # opening braces of prose that are tried as JSON

_DECODER = json_decoder()
_FENCE = re.compile(r"(?:```|~~~)[\w+-]*[ \t]*\n(.*?)(?:```|~~~)", re.S)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A call as the reply has it, references not yet put back."""

    name: str
    arguments: JsonObject


def read(text: str, names: Collection[str], bare: Collection[str] | None = None) -> Candidate | str:
    """The call in `text`, or why there is none.

    `names` are the tools that may be called; `bare` are the argument names of the one tool that was shown, if
    it was one: then arguments alone are an answer too.
    """
    said = _after_thinking(text)
    found: list[Candidate] = []
    declined = False
    for value in _objects(said):
        candidate = _candidate(value, names, bare)
        if candidate is not None and candidate not in found:
            found.append(candidate)
        declined = declined or (isinstance(value, dict) and value.get("toolName", "") is None)
    if len(found) == 1:
        return found[0]
    if found:
        return "the answer holds more than one call"
    return "the recovery model sees no faithful correction" if declined else "the answer holds no tool call"


def _after_thinking(text: str) -> str:
    """The text after the last thinking block; empty where that block never ended."""
    for opening, closing in (("<think>", "</think>"), ("<thinking>", "</thinking>")):
        if closing in text:
            text = text.rpartition(closing)[2]
        elif text.lstrip().startswith(opening):
            return ""
    return text.strip().removeprefix("\ufeff")


def _objects(text: str) -> Iterator[JsonValue]:
    """The JSON objects in `text`: it whole, else each fence, else each that stands in the prose."""
    try:
        yield decode_json(text)
        return
    except ValueError:
        pass
    fenced = False
    for match in _FENCE.finditer(text):
        try:
            yield decode_json(match[1])
            fenced = True
        except ValueError:
            continue
    if not fenced:
        yield from _in_prose(text)


def _in_prose(text: str) -> Iterator[JsonValue]:
    at = text.find("{")
    for _ in range(OBJECTS_TRIED):
        if at < 0:
            return
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield value
        at = text.find("{", end)


def _candidate(value: JsonValue, names: Collection[str], bare: Collection[str] | None) -> Candidate | None:
    for _ in range(4):  # wrappers in wrappers
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if not isinstance(value, dict):
            return None
        named = _named(value, names, bare)
        if named is not None:
            return named
        inner = [value[key] for key in ANSWER_WRAPPERS if isinstance(value.get(key), dict)]
        inner += [value[key] for key in ANSWER_LISTS if isinstance(value.get(key), list)]
        if len(inner) != 1:
            break
        value = inner[0]
    if bare and isinstance(value, dict) and value and set(value) <= set(bare) and len(names) > 0:
        return Candidate("", value)
    return None


def _named(value: dict[str, Any], names: Collection[str], bare: Collection[str] | None) -> Candidate | None:
    """`{"toolName", "args"}` in any of its spellings."""
    name = next((value[key] for key in ANSWER_NAMES if isinstance(value.get(key), str)), None)
    holders = [key for key in ANSWER_ARGUMENTS if key in value]
    if name is None or not holders:
        return None
    arguments = value[holders[0]]
    if name not in names and bare and set(value) <= set(bare):
        return None  # a tool that itself takes `name` and `input`
    if isinstance(arguments, str):
        try:
            arguments = decode_json(arguments)
        except ValueError:
            return None
    return Candidate(name, arguments) if isinstance(arguments, dict) else None
