"""`<|START_ACTION|>[{"tool_call_id": "0", "tool_name": N, "parameters": A}]<|END_ACTION|>`: Command
R7B, A, 4.

The first Command R wrote `Action:` and a JSON fence.
"""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import wrapped_json
from sidecar.core.toolset import Toolset

MARKERS = ("<|START_ACTION|>", "Action:")
OPENER = r"<\|START_ACTION\|>|(?<![^\n])Action: {0,4}\n?```json"
_OPENING = re.compile(OPENER)
_CLOSERS = ("<|END_ACTION|>", "<|END_OF_TURN_TOKEN|>", "```")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return wrapped_json(text, at, _OPENING, tools, _CLOSERS)
