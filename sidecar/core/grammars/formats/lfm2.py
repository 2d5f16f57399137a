"""`<|tool_call_start|>[N(k="v")]<|tool_call_end|>`: LFM2, LFM2.5; a JSON list in JSON mode.

The body and the end token may follow once more: that is no second call.
"""

from __future__ import annotations

from dataclasses import replace

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import closed_by, extract_json
from sidecar.core.grammars.scan.python_calls import extract_listed
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("<|tool_call_start|>",)
OPENER = r"<\|tool_call_start\|>"
_END = "<|tool_call_end|>"


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    body = skip_space(text, at + len("<|tool_call_start|>"))
    read = extract_listed(text, at, body, tools) or extract_json(text, at, body, tools)
    block = closed_by(text, read, (_END,))
    if block is None or read is None or block.span == read.span:
        return block
    said = text[body : read.span[1]]
    echo = skip_space(text, block.span[1])
    if text.startswith(said + _END, echo):
        return replace(block, span=(at, echo + len(said) + len(_END)))
    return block
