"""`<longcat_tool_call>{"name": N, "arguments": A}</longcat_tool_call>`: LongCat Flash."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import wrapped_json
from sidecar.core.toolset import Toolset

MARKERS = ("<longcat_tool_call>",)
OPENER = r"<longcat_tool_call>"
_OPENING = re.compile(OPENER)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return wrapped_json(text, at, _OPENING, tools, ("</longcat_tool_call>",))
