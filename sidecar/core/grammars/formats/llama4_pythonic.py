"""`<|python_start|>[N(k='v')]<|python_end|>`: Llama 4, ToolACE.

Without its tokens it is read by `bare`.
"""

from __future__ import annotations

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import closed_by
from sidecar.core.grammars.scan.python_calls import extract_listed
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("<|python_start|>",)
OPENER = r"<\|python_start\|>"


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    body = skip_space(text, at + len("<|python_start|>"))
    return closed_by(text, extract_listed(text, at, body, tools), ("<|python_end|>",))
