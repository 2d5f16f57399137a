"""`<function_calls>N(k="v")⏎M()</function_calls>`: OLMo 3. Python literals, and JSON's true, false, null."""

from __future__ import annotations

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import closed_by
from sidecar.core.grammars.scan.python_calls import extract_lines
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("<function_calls>",)
OPENER = r"<function_calls>"


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    body = skip_space(text, at + len("<function_calls>"))
    return closed_by(text, extract_lines(text, at, body, tools), ("</function_calls>",))
