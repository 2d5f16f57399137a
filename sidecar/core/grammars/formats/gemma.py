"""`<|tool_call>call:N{k:v}<tool_call|>` (Gemma 4), `<start_function_call>call:N{…}<end_function_call>`
(FunctionGemma).
"""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block, Leak, broken
from sidecar.core.grammars.scan.gemma_notation import as_written, scan_gemma
from sidecar.core.grammars.scan.json_calls import closed_by
from sidecar.core.literals import Fault
from sidecar.core.toolset import Toolset

MARKERS = ("<|tool_call>", "<start_function_call>")
OPENER = r"<\|tool_call>|<start_function_call>"
_HEAD = re.compile(
    r"(?:(?P<gemma4><\|tool_call>)|<start_function_call>)\s{0,8}(?:call:)?(?P<name>[\w.\-:/]{1,120})\s{0,4}(?=[{(]|\Z)"
)
_CLOSERS = ("<tool_call|>", "<end_function_call>", "<|tool_response>", "<start_function_response>")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    head = _HEAD.match(text, at)
    if head is None:
        return None
    mark = '<|"|>' if head["gemma4"] else "<escape>"
    scanned = scan_gemma(text, head.end(), mark) if head.end() < len(text) else Fault.CUT
    if isinstance(scanned, Fault):
        return broken(at, len(text) if scanned is Fault.CUT else head.end())
    name = head["name"].removeprefix("call:")
    leak = Leak(name, as_written(name, scanned.value, tools), (at, scanned.end))
    return closed_by(text, Block(leak.span, (leak,)), _CLOSERS)
