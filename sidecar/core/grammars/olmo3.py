"""`<function_calls>N(k="v")⏎M()</function_calls>`: OLMo 3. Python literals, and JSON's true, false, null."""

from __future__ import annotations

from sidecar.core.toolset import Toolset

from .json_calls import closed_by
from .leak import Block, skip_space
from .python_calls import extract_lines

MARKERS = ("<function_calls>",)
OPENER = r"<function_calls>"


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    body = skip_space(text, at + len("<function_calls>"))
    return closed_by(text, extract_lines(text, at, body, tools), ("</function_calls>",))
