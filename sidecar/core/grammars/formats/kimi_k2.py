"""`<|tool_call_begin|>functions.N:0<|tool_call_argument_begin|>A<|tool_call_end|>` in a section: Kimi K2,
K2.5, K2.6.

The id is the only place of the name. Section tokens may be missing, or singular.
"""

from __future__ import annotations

import re
from dataclasses import replace

from sidecar.core.grammars.leak import Block, broken
from sidecar.core.grammars.scan.headed_calls import read_calls
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

MARKERS = (
    "<|tool_call_argument_begin|>",
    "<|tool_call_begin|>",
    "<|tool_calls_section_begin|>",
    "<|tool_call_section_begin|>",
)
_ID = r"functions\.[\w.\-]{1,120}:\d{1,6}"
OPENER = rf"<\|tool_calls?_section_begin\|>|<\|tool_call_begin\|>|{_ID}<\|tool_call_argument_begin\|>"
_SECTION = re.compile(r"<\|tool_calls?_section_begin\|>\s*")
_SECTION_END = re.compile(r"\s*<\|tool_calls?_section_end\|>")
_HEAD = re.compile(
    r"(?:<\|tool_call_begin\|>\s{0,8}|(?=functions\.))(?P<id>[\w.\-:/]{1,160})\s{0,8}(?:<\|tool_call_argument_begin\|>\s{0,8}|\Z)"
)
_END = re.compile(r"\s*<\|tool_call_end\|>")
_INDEX = re.compile(r":\d+\Z")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    section = _SECTION.match(text, at)
    block = read_calls(text, at, section.end() if section is not None else at, _HEAD, _END, _named, tools)
    if not block.whole:
        return block
    end = block.span[1]
    here = skip_space(text, end)
    if text.startswith("<|tool_call_begin|>", here) and block.leaks:
        return broken(at, here)
    closer = _SECTION_END.match(text, end)
    if not block.leaks and (section is None or closer is None):
        return None
    return replace(block, span=(at, closer.end())) if closer is not None else block


def _named(head: re.Match[str]) -> tuple[str, str]:
    return _INDEX.sub("", head["id"]), head["id"]
