"""`<|tool_call|>[{"name": N, "arguments": A}]` without a closer (Granite 3), `<function_call> {…}` (Granite
20B).
"""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import wrapped_json
from sidecar.core.toolset import Toolset

MARKERS = ("<|tool_call|>", "<function_call>")
OPENER = r"<\|tool_call\|>|<function_call>"
_OPENING = re.compile(OPENER)
_CLOSERS = ("<|/tool_call|>", "<|end_of_text|>", "</function_call>")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return wrapped_json(text, at, _OPENING, tools, _CLOSERS)
