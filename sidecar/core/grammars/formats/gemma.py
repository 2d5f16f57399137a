"""`<|tool_call>call:N{k:v}<tool_call|>` (Gemma 4), `<start_function_call>call:N{…}<end_function_call>`
(FunctionGemma).

Gemma 4 also writes `{"name": N, "arguments": A}` between its tokens, with its marks for quotes.
"""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block, Leak, broken
from sidecar.core.grammars.scan.gemma_notation import as_written, scan_gemma
from sidecar.core.grammars.scan.gemma_quotes import holds_next_call, scan_lost_quote
from sidecar.core.grammars.scan.json_calls import as_call, closed_by, made
from sidecar.core.literals import Fault
from sidecar.core.toolset import Toolset

MARKERS = ("<|tool_call>", "<start_function_call>")
OPENER = r"<\|tool_call>|<start_function_call>"
_HEAD = re.compile(
    r"(?:(?P<gemma4><\|tool_call>)|<start_function_call>)\s{0,8}(?:call:)?(?P<name>[\w.\-:/]{1,120})\s{0,4}(?=[{(]|\Z)"
)
_JSON = re.compile(r"<\|tool_call>\s{0,8}(?=\{)")
_MARK = '<|"|>'
_CLOSERS = ("<tool_call|>", "<end_function_call>", "<|tool_response>", "<start_function_response>")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    head = _HEAD.match(text, at)
    if head is None:
        return _json(text, at, tools)
    mark = _MARK if head["gemma4"] else "<escape>"
    name = head["name"].removeprefix("call:")
    scanned = scan_gemma(text, head.end(), mark) if head.end() < len(text) else Fault.CUT
    if isinstance(scanned, Fault) or holds_next_call(text, head.end(), scanned.end):
        end = len(text) if scanned is Fault.CUT else head.end()
        supplied = scan_lost_quote(text, head.end(), mark, _CLOSERS, name, tools)
        if supplied is None:
            return broken(at, end)
        scanned = supplied
    leak = Leak(name, as_written(name, scanned.value, tools), (at, scanned.end))
    return closed_by(text, Block(leak.span, (leak,)), _CLOSERS)


def _json(text: str, at: int, tools: Toolset) -> Block | None:
    head = _JSON.match(text, at)
    if head is None:
        return None
    scanned = scan_gemma(text, head.end(), _MARK)
    if isinstance(scanned, Fault):
        return broken(at, len(text)) if scanned is Fault.CUT else None
    call = as_call(scanned.value)
    if call is None:
        return None
    leak = made(call, at, scanned.end, tools)
    return closed_by(text, Block(leak.span, (leak,)), _CLOSERS)
