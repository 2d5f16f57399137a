"""Gemma's argument notation: `{key:<|"|>text<|"|>,n:3,o:{…},l:[…]}`. Marked text is never escaped."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.literals import DEEPEST, Fault, Scanned, scan_string, skip_space
from sidecar.core.spelling import spelling_of
from sidecar.core.toolset import Toolset

from .json_value import scan_json, whole_json
from .typed import cast_strings, parameters

_KEY = re.compile(r"[^\s:={}()\[\],<\"'][^:={}()\[\],<\n]{0,160}(?=[:=])")
_BARE = re.compile(r"[^,{}\[\]<\n]{1,400}")
_BARE_IN_CALL = re.compile(r"[^,(){}\[\]<\n]{1,400}")  # between `(` and `)`
_CLOSERS = {"{": "}", "[": "]", "(": ")"}
_WORD_KEY = re.compile(r"[A-Za-z_]\w{0,80}\s{0,4}[:=]")


@dataclass(slots=True)
class _Container:
    """An object or a list under construction, and the closer that ends it."""

    value: Any
    closer: str
    key: str = ""

    def put(self, value: Any) -> None:
        if isinstance(self.value, dict):
            self.value[self.key] = value
        else:
            self.value.append(value)


def _value(text: str, at: int, mark: str, closer: str) -> Scanned | Fault:
    if text.startswith(mark, at):
        end = text.find(mark, at + len(mark))
        return Scanned(text[at + len(mark) : end], end + len(mark)) if end >= 0 else Fault.CUT
    if text.startswith('"', at):  # a JSON string, with JSON's escapes
        return scan_json(text, at)
    if text.startswith("'", at):
        return scan_string(text, at)
    if mark.startswith(text[at:]):
        return Fault.CUT
    bare = (_BARE_IN_CALL if closer == ")" else _BARE).match(text, at)
    if bare is None:
        return Fault.MALFORMED
    said = bare.group().strip()
    if said.endswith('"') and said.count('"') % 2:
        return Fault.MALFORMED  # the end of a text that lost its first quote
    known = whole_json(said)
    value = known.value if known is not None else said
    return Scanned(value, bare.end()) if bare.end() < len(text) else Fault.CUT


def scan_gemma(text: str, at: int, mark: str) -> Scanned | Fault:
    """The object that begins at `at`, its strings between two `mark`s. No recursion.

    Models drift to what they know better: `(` for `{`, `=` for `:`, quotes for marks, no
    comma after a marked text.
    """
    stack: list[_Container] = []
    here = at
    while True:
        here = skip_space(text, here)
        if here >= len(text):
            return Fault.CUT
        character = text[here]
        if stack and character == stack[-1].closer:
            value = stack.pop().value
            here += 1
            if not stack:
                return Scanned(value, here)
            stack[-1].put(value)
        elif not stack or stack[-1].key or isinstance(stack[-1].value, list):
            if character in _CLOSERS and (character != "(" or not stack):
                if len(stack) >= DEEPEST:
                    return Fault.MALFORMED
                stack.append(_Container([] if character == "[" else {}, _CLOSERS[character]))
                here += 1
                continue
            if not stack:
                return Fault.MALFORMED
            scanned = _value(text, here, mark, stack[-1].closer)
            if isinstance(scanned, Fault):
                return scanned
            stack[-1].put(scanned.value)
            here = scanned.end
        else:
            read = _key(text, here, mark)
            if isinstance(read, Fault):
                return read
            key, here = read
            if key in stack[-1].value:
                return Fault.MALFORMED
            stack[-1].key = key
            continue
        stack[-1].key = ""
        here = _comma(text, here, mark, stack[-1])
        if here < 0:
            return Fault.MALFORMED


def _comma(text: str, at: int, mark: str, container: _Container) -> int:
    """Past the comma at `at`; at a closer, at a key after a marked text, at the end of the text; else -1."""
    after = skip_space(text, at)
    if after >= len(text) or text[after] == container.closer:
        return after
    if text[after] == ",":
        return after + 1
    # a quote may stand inside a text that quotes enclose, a mark does not
    ended = isinstance(container.value, dict) and text.endswith((mark, "}", "]"), 0, at)
    return after if ended and (text.startswith(mark, after) or _WORD_KEY.match(text, after)) else -1


def _key(text: str, at: int, mark: str) -> tuple[str, int] | Fault:
    """The key at `at` and the place after its colon."""
    if text.startswith(mark, at) or text[at] in "\"'":
        quoted = _value(text, at, mark, "")
        if isinstance(quoted, Fault):
            return quoted
        colon = skip_space(text, quoted.end)
        if text[colon : colon + 1] not in (":", "=") or not quoted.value:
            return Fault.MALFORMED
        return quoted.value, colon + 1
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
            cast[key] = str(value).lower() if isinstance(value, bool) else spelling_of(value) or str(value)
    return cast
