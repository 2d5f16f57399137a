"""`<|tool_call_begin|>functions.N:0<|tool_call_argument_begin|>A<|tool_call_end|>` in a section: Kimi K2,
K2.5, K2.6.

The id is the only place of the name. Section tokens may be missing, or singular.
"""

from __future__ import annotations

import re

from sidecar.core.toolset import Toolset

from .leak import CALLS_READ, Block, Leak, broken, skip_space
from .scan_json import Fault, scan_json
from .typed import cast_strings

MARKERS = ("<|tool_call_begin|>", "<|tool_calls_section_begin|>", "<|tool_call_section_begin|>")
OPENER = r"<\|tool_calls?_section_begin\|>|<\|tool_call_begin\|>"
_SECTION = re.compile(r"<\|tool_calls?_section_begin\|>\s*")
_SECTION_END = re.compile(r"\s*<\|tool_calls?_section_end\|>")
_HEAD = re.compile(
    r"<\|tool_call_begin\|>\s{0,8}(?P<id>[\w.\-:/]{1,160})\s{0,8}(?:<\|tool_call_argument_begin\|>\s{0,8}|\Z)"
)
_END = re.compile(r"\s*<\|tool_call_end\|>")
_INDEX = re.compile(r":\d+\Z")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    section = _SECTION.match(text, at)
    here = end = section.end() if section is not None else at
    leaks: list[Leak] = []
    while (head := _HEAD.match(text, here)) is not None:
        scanned = scan_json(text, head.end())
        if isinstance(scanned, Fault):
            return broken(at, len(text) if scanned is Fault.CUT else head.end())
        if not isinstance(scanned.value, dict):
            return broken(at, scanned.end)
        closer = _END.match(text, scanned.end)
        end = closer.end() if closer is not None else scanned.end
        name = _INDEX.sub("", head["id"])
        leaks.append(Leak(name, cast_strings(name, scanned.value, tools), (head.start(), end), head["id"]))
        if len(leaks) > CALLS_READ:
            return broken(at, len(text))
        here = skip_space(text, end)
    if text.startswith("<|tool_call_begin|>", here) and leaks:
        return broken(at, here)
    closer = _SECTION_END.match(text, end)
    if not leaks:
        return Block((at, closer.end())) if section is not None and closer is not None else None
    return Block((at, closer.end() if closer is not None else end), tuple(leaks))
