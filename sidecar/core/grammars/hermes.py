"""`<tool_call>{"name": N, "arguments": A}</tool_call>`: Hermes 2/3, Qwen 2.5/3, QwQ, Granite 3.1/4, ERNIE
4.5, EXAONE.

Also `<tools>` around the call (Qwen2.5-Coder), a list or several objects in one block, and the opener lost as
a special token while the closer stayed.
"""

from __future__ import annotations

import re

from sidecar.core.toolset import Toolset

from .json_calls import closed_by, extract_json, wrapped_json
from .leak import Block

MARKERS = ("<tool_call>", "<tools>", "</tool_call>")
OPENER = r"<tool_call>|<tools>|(?<![^\n])\{(?=\s{0,20}\"(?:name|arguments|parameters)\")"
_OPENING = re.compile(r"<tool_call>|<tools>")
_CLOSERS = ("</tool_call>", "</tools>")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    if text[at] != "{":
        return wrapped_json(text, at, _OPENING, tools, _CLOSERS)
    bare = extract_json(text, at, at, tools)
    closed = closed_by(text, bare, _CLOSERS)
    return closed if closed is not None and bare is not None and closed.span != bare.span else None
