"""`<|action_start|><|plugin|>{"name": N, "parameters": A}<|action_end|>`: InternLM 2.5 and 3."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import wrapped_json
from sidecar.core.toolset import Toolset

MARKERS = ("<|action_start|>",)
OPENER = r"<\|action_start\|>\s{0,4}<\|plugin\|>"
_OPENING = re.compile(OPENER)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return wrapped_json(text, at, _OPENING, tools, ("<|action_end|>",))
