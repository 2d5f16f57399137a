"""`<|message_sep|>⏎⏎function call<|role_sep|>⏎{"name": N, "arguments": A}`: GigaChat 3."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.json_calls import wrapped_json
from sidecar.core.toolset import Toolset

MARKERS = ("<|role_sep|>",)
OPENER = r"(?:<\|message_sep\|>\s{0,4})?function call<\|role_sep\|>"
_OPENING = re.compile(OPENER)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return wrapped_json(text, at, _OPENING, tools, ("<|message_sep|>", "</s>"))
