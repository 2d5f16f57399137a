"""`<TOOLCALL>[{"name": N, "arguments": A}]</TOOLCALL>`: Nemotron Nano v2, Super 49B v1.5."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import wrapped_json
from sidecar.core.toolset import Toolset

MARKERS = ("<TOOLCALL>",)
OPENER = r"<TOOLCALL>"
_OPENING = re.compile(OPENER)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return wrapped_json(text, at, _OPENING, tools, ("</TOOLCALL>",))
