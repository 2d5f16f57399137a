"""`<|tools_prefix|>[{"N": A}, …]<|tools_suffix|>`: Apertus. The key is the tool's name."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import wrapped_json
from sidecar.core.toolset import Toolset

MARKERS = ("<|tools_prefix|>",)
OPENER = r"<\|tools_prefix\|>"
_OPENING = re.compile(OPENER)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return wrapped_json(text, at, _OPENING, tools, ("<|tools_suffix|>",), keyed=True)
