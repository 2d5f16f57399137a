"""Calls without any marker, where they are the whole message: bare JSON, bare Python calls, a name and its
JSON.

Llama 3 and xLAM (`{"name": N, "parameters": A}`, a list of them, `; ` between), the APIs' messages
(`{"tool_calls": […]}`, `{"function_call": {…}}`), Llama 4 (`[N(k='v')]`), `N(k=1); M()`, calls as a list of
texts, Mistral with its tokens lost (`N{…}`), Functionary v3.2 (`N⏎{…}`), Gemma with its tokens lost
(`call:N{k:"v"}`), Qwen without its template (`[Calling tool: N({…})]`). Only the shape tells that these are
calls. So each must fit an active tool, as it stands or once the rules have mended it, with no key left over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from sidecar.core.blocks import JsonObject
from sidecar.core.literals import Fault, skip_space
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset

from .leak import CALLS_READ, Block, Leak, Span, moved
from .names import known_name
from .scan.gemma_notation import as_written, scan_gemma
from .scan.json_calls import as_call, extract_envelope, extract_json
from .scan.json_value import scan_json
from .scan.python_calls import extract_lines, extract_listed, extract_quoted
from .scan.typed import cast_strings, parameters
from .thinking import thinking_spans
from .tokens import without_end_tokens

BARE = "bare"  # its name in settings and records
_NAMED = re.compile(r"(?P<name>[A-Za-z_][\w.\-]{0,119})[ \t]{0,4}\n?[ \t]{0,4}(?=\{)")
_GEMMA = re.compile(r"call:(?P<name>[\w.\-:]{1,120})\s{0,4}(?=[{(])")
# Mistral's spare tokens, by number: `[control_8][{…}]`
_CONTROL = re.compile(r"(?:\[control_\d{1,4}\]\s{0,8}){1,4}(?=\[)(?!\[control_)")
_ESCAPE = re.compile(r"\\_")
_CALL_AHEAD = re.compile(r"\[?\s{0,8}(?:[\w.\-]|\\_){1,120}\s{0,4}\(")
_LAST = ("}", "]", ")", ";")
BARE_ENDS = frozenset((*_LAST, ">"))  # what such a message ends with; an end token may follow
_CALLING_TOOL = re.compile(r"\[Calling tool: (?P<name>[\w.\-]{1,120})\((?=\{)")


def extract_bare(text: str, tools: Toolset) -> Block | None:
    """The whole message as calls. Thinking before them and stop tokens after them do not count."""
    if text.rstrip()[-1:] not in BARE_ENDS:
        return None
    body = without_end_tokens(text).rstrip()
    if body[-1:] not in _LAST:
        return None
    closed, _ = thinking_spans(text, ())
    start = skip_space(text, closed[-1][1] if closed else 0)
    body = body[start:]
    block = _calls(body, tools) or _unescaped_calls(body, tools)
    return moved(block, start) if block is not None else None


def _unescaped_calls(text: str, tools: Toolset) -> Block | None:
    """The Python calls that `text` is once Markdown's `\\_` is `_`."""
    escapes = [found.start() for found in _ESCAPE.finditer(text)] if _CALL_AHEAD.match(text) else []
    block = _calls(text.replace(r"\_", "_"), tools) if escapes else None
    if block is None:
        return None
    plain = [at - index for index, at in enumerate(escapes)]

    def written(span: Span) -> Span:
        start, end = (at + bisect_left(plain, at) for at in span)
        return start, end

    leaks = tuple(replace(leak, span=written(leak.span)) for leak in block.leaks)
    return replace(block, span=written(block.span), leaks=leaks)


def _calls(text: str, tools: Toolset) -> Block | None:
    """The calls that `text` is, from its first character to its last; None where it is anything else."""
    block = _read(text, tools)
    if block is None or not block.whole or not block.leaks or skip_space(text, block.span[1]) != len(text):
        return None
    if len(block.leaks) > CALLS_READ or not all(_fits(leak, tools) for leak in block.leaks):
        return None
    return block


def _read(text: str, tools: Toolset) -> Block | None:
    control = _CONTROL.match(text)
    if control is not None:
        block = _read(text[control.end() :], tools)
        return (
            replace(moved(block, control.end()), span=(0, control.end() + block.span[1])) if block else None
        )
    first = text[:1]
    if first == "{":
        return extract_envelope(text, tools) or extract_json(text, 0, 0, tools, bare=True)
    if first == "[":
        calling = _CALLING_TOOL.match(text)
        if calling is not None:
            return _named(text, calling["name"], calling.end(), ")]", tools)
        return (
            extract_listed(text, 0, 0, tools)
            or extract_json(text, 0, 0, tools, bare=True)
            or extract_quoted(text, tools)
        )
    gemma = _GEMMA.match(text)
    if gemma is not None:
        scanned = scan_gemma(text, gemma.end(), '<|"|>')
        if isinstance(scanned, Fault):
            return None
        arguments = as_written(gemma["name"], scanned.value, tools)
        return Block((0, scanned.end), (Leak(gemma["name"], arguments, (0, scanned.end)),))
    named = _NAMED.match(text)
    if named is not None:
        return _named(text, named["name"], named.end(), "", tools)
    return extract_lines(text, 0, 0, tools)


def _named(text: str, name: str, at: int, closer: str, tools: Toolset) -> Block | None:
    scanned = scan_json(text, at)
    if isinstance(scanned, Fault) or not isinstance(scanned.value, dict):
        return None
    if not text.startswith(closer, scanned.end) or as_call(scanned.value) is not None:
        return None
    end = scanned.end + len(closer)
    return Block((0, end), (Leak(name, cast_strings(name, scanned.value, tools), (0, end)),))


def _fits(leak: Leak, tools: Toolset) -> bool:
    """Whether an active tool takes every argument, as it stands or mended."""
    name = known_name(leak.name, tools) or leak.name
    call = _as_it_stands(name, leak.arguments, tools) or tools.mended(name, leak.arguments)
    if call is None:
        return False
    name, arguments = call
    return arguments.keys() <= (parameters(name, tools) or {}).keys()


def _as_it_stands(name: str, arguments: JsonObject, tools: Toolset) -> tuple[str, JsonObject] | None:
    try:
        fits = tools.get(name) is not None and not tools.contract(name).violations(arguments)
    except UnusableSchemaError:
        return None
    return (name, arguments) if fits else None
