"""`<tool_calls>` around JSON: a list (Jamba, Hunyuan A13B, Apriel) or one object a line (MiniMax M1)."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import wrapped_json
from sidecar.core.toolset import Toolset

MARKERS = ("<tool_calls>",)
OPENER = r"(?:助手：)?<tool_calls>"
_OPENING = re.compile(OPENER)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return wrapped_json(text, at, _OPENING, tools, ("</tool_calls>",))
