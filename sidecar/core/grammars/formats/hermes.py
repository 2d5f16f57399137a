"""`<tool_call>{"name": N, "arguments": A}</tool_call>`: Hermes 2/3, Qwen 2.5/3, QwQ, Granite 3.1/4, ERNIE
4.5, EXAONE.

Also `<tools>` around the call (Qwen2.5-Coder), a list or several objects in one block, and the opener lost as
a special token while the closer stayed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from sidecar.core.grammars.leak import Block, moved
from sidecar.core.grammars.scan.json_calls import closed_by, extract_json, wrapped_json
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("<tool_call>", "<tools>", "</tool_call>")
OPENER = r"<tool_call>|<tools>|</tool_call>"
_OPENING = re.compile(r"<tool_call>|<tools>")
_DAMAGED = re.compile(r"(?<![^\n])tool_call>\s{0,4}\Z")
_CLOSERS = ("</tool_call>", "</tools>")
_LOOKED_BACK = 4_000  # characters before a closer without an opener in which its call may begin


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    if not text.startswith("</", at):
        return wrapped_json(text, at, _OPENING, tools, _CLOSERS)
    line = text.rfind("\n{", max(0, at - _LOOKED_BACK), at)
    start = line + 1 if line >= 0 else 0
    if text[start : start + 1] != "{" or at - start > _LOOKED_BACK:
        return None
    lost = extract_json(text[start:at], 0, 0, tools)
    if lost is None or not lost.whole or skip_space(text, start + lost.span[1]) != at:
        return None
    block = closed_by(text, moved(lost, start), _CLOSERS)
    opener = _DAMAGED.search(text, max(0, start - 16), start)
    return replace(block, span=(opener.start(), block.span[1])) if block and opener is not None else block
