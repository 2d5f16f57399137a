"""`functools[{"name": N, "arguments": A}]`: Phi-4-mini. Its `<|tool_call|>` form is read as `granite`."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import wrapped_json
from sidecar.core.toolset import Toolset

MARKERS = ("functools[",)
OPENER = r"(?<!\w)functools(?=\[)"
_OPENING = re.compile(OPENER)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return wrapped_json(text, at, _OPENING, tools)
