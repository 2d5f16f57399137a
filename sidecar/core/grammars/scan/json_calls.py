"""Calls in JSON: `{"name": N, "arguments": A}` and other families' keys; one object, several, or a list."""

from __future__ import annotations

import re
from re import Pattern
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.envelopes import LEAKED_ARGUMENTS, LEAKED_IDS, LEAKED_LISTS, LEAKED_NAMES, LEAKED_SINGLE
from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.literals import Fault, Scanned, scan_literal, skip_space
from sidecar.core.toolset import Toolset

from .json_value import scan_closed_json, whole_json
from .typed import cast_strings

_BESIDE = frozenset({"type", "index"})
# the rest of an API's message, where it says nothing
_EMPTY = r'(?:"role"\s{0,8}:\s{0,8}"assistant"|"content"\s{0,8}:\s{0,8}(?:null|""))'
_ENVELOPE = re.compile(
    rf"\{{\s{{0,80}}(?:{_EMPTY}\s{{0,80}},\s{{0,80}}){{0,2}}"
    rf'"(?:(?P<list>{"|".join(LEAKED_LISTS)})|{"|".join(LEAKED_SINGLE)})"'
    r"\s{0,8}:\s{0,80}(?=(?P<first>[{\[]))"
)
_ENVELOPE_END = re.compile(rf"(?:\s{{0,80}},\s{{0,80}}{_EMPTY}){{0,2}}\s{{0,80}}\}}")


def as_call(value: Any) -> tuple[str, JsonObject, str | None] | None:
    """Name, arguments and id, where `value` is a call; None where it has any key besides those of a call."""
    if not isinstance(value, dict):
        return None
    inner = value.get("function")
    if isinstance(inner, dict) and not set(value) - {"function", *LEAKED_IDS, *_BESIDE}:
        call = as_call(inner)
        return call and (call[0], call[1], call[2] or _id(value))
    names = [key for key in LEAKED_NAMES if isinstance(value.get(key), str)]
    given = [key for key in LEAKED_ARGUMENTS if key in value]
    if len(names) != 1 or len(given) > 1 or set(value) - {*names, *given, *LEAKED_IDS, *_BESIDE}:
        return None
    arguments = value[given[0]] if given else {}
    if isinstance(arguments, str):
        decoded = whole_json(arguments)
        arguments = decoded.value if decoded is not None else arguments
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, dict):
        return None
    return value[names[0]], arguments, _id(value)


def _id(value: dict[str, Any]) -> str | None:
    return next((value[key] for key in LEAKED_IDS if isinstance(value.get(key), str)), None)


def keyed_call(value: Any) -> tuple[str, JsonObject, str | None] | None:
    """The same for Apertus' `{"N": A}`."""
    if isinstance(value, dict) and len(value) == 1:
        ((name, arguments),) = value.items()
        if isinstance(arguments, dict):
            return name, arguments, None
    return None


def scan_value(text: str, at: int, closers: tuple[str, ...] = ()) -> Scanned | Fault:
    """The JSON value at `at`, or the Python literal that some models write in its place.

    Its last brackets may be missing before one of the closers.
    """
    scanned = scan_closed_json(text, at, lambda end: text.startswith(closers, end))
    if scanned is Fault.MALFORMED and text[at] in "{[":
        literal = scan_literal(text, at)
        return literal if not isinstance(literal, Fault) else scanned
    return scanned


def made(call: tuple[str, JsonObject, str | None], start: int, end: int, tools: Toolset) -> Leak:
    name, arguments, carried = call
    return Leak(name, cast_strings(name, arguments, tools), (start, end), carried)


def extract_json(
    text: str,
    start: int,
    body: int,
    tools: Toolset,
    *,
    keyed: bool = False,
    bare: bool = False,
    separators: str = ";,",
    closers: tuple[str, ...] = (),
) -> Block | None:
    """The calls whose JSON begins at `body`: one object, several in a row, or a list.

    The block begins at `start`. None where no JSON begins at `body`, or whole JSON that is no call. `bare`:
    no marker says that these are calls, so `{"id": "1", "name": "ls"}` is none.
    """
    if body >= len(text) or text[body] not in "{[":
        return None
    read = keyed_call if keyed else as_call
    leaks: list[Leak] = []
    here, listed = body, text[body] == "["
    if listed:
        here = skip_space(text, body + 1)
        if here < len(text) and text[here] not in "{]":
            return None
    while here < len(text) and text[here] == "{":
        scanned = scan_value(text, here, closers)
        if isinstance(scanned, Fault):
            return broken(start, len(text) if scanned is Fault.CUT else here + 1)
        call = read(scanned.value)
        if call is None or (bare and not {"function", *LEAKED_ARGUMENTS} & scanned.value.keys()):
            return Block((start, scanned.end)) if leaks or listed else None
        leaks.append(made(call, here, scanned.end, tools))
        if len(leaks) > CALLS_READ:
            return broken(start, len(text))
        after = skip_space(text, scanned.end)
        if after < len(text) and text[after] in separators:
            after = skip_space(text, after + 1)
            if not listed and text[after : after + 1] != "{":
                break
        here = after
    if listed:
        if here >= len(text):
            return broken(start, len(text))
        if closers and leaks and text.startswith(closers, here):
            return Block((start, leaks[-1].span[1]), tuple(leaks))
        if text[here] != "]":
            return broken(start, here)
        return Block((start, here + 1), tuple(leaks))
    return Block((start, leaks[-1].span[1]), tuple(leaks))


def extract_envelope(text: str, tools: Toolset) -> Block | None:
    """The calls of an API message: `{"tool_calls": […]}`, `{"function_call": {…}}`."""
    opened = _ENVELOPE.match(text)
    if opened is None or (opened["list"] is None) != (opened["first"] == "{"):
        return None
    block = extract_json(text, 0, opened.end(), tools, separators=",")
    if block is None or not block.whole or (opened["list"] is None and len(block.leaks) != 1):
        return block if block is not None and not block.whole else None
    closed = _ENVELOPE_END.match(text, block.span[1])
    return Block((0, closed.end()), block.leaks) if closed is not None else None


def closed_by(text: str, block: Block | None, closers: tuple[str, ...]) -> Block | None:
    """`block` with the closers that follow it. One surplus bracket before a closer is skipped."""
    if block is None or not block.whole:
        return block
    end, again = block.span[1], True
    while again:
        at = skip_space(text, end)
        if text[at : at + 1] in ("}", "]") and text.startswith(closers, skip_space(text, at + 1)):
            at = skip_space(text, at + 1)
        closer = next((tag for tag in closers if text.startswith(tag, at)), None)
        again = closer is not None
        end = at + len(closer) if closer is not None else end
    return Block((block.span[0], end), block.leaks)


def wrapped_json(
    text: str,
    at: int,
    opening: Pattern[str],
    tools: Toolset,
    closers: tuple[str, ...] = (),
    *,
    keyed: bool = False,
) -> Block | None:
    """The JSON calls between the opener at `at` and closers, which may be missing."""
    opened = opening.match(text, at)
    if opened is None:
        return None
    body = skip_space(text, opened.end())
    return closed_by(text, extract_json(text, at, body, tools, keyed=keyed, closers=closers), closers)
