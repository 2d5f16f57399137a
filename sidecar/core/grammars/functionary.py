"""`<function=N>A</function>` (Functionary v3.1, Llama 3.1) and `>>>N⏎A` (v3.2; text is `>>>all⏎text`)."""

from __future__ import annotations

import re

from sidecar.core.toolset import Toolset

from .json_calls import closed_by
from .leak import Block, Leak, broken, skip_space
from .scan_json import Fault, scan_json
from .typed import cast_strings

MARKERS = ("<function=", ">>>")
OPENER = r"<function=[\w.\-]{1,120}>?\s{0,8}\{|>>>[\w.\-]{1,120}\n\s{0,8}\{"
FRAME = r"\A\s*>>>all\n|>>>all\n\Z"
_HEAD = re.compile(
    r"(?P<tag><function=)(?P<name>[\w.\-]{1,120})>?\s{0,8}|>>>(?P<bare>[\w.\-]{1,120})\n\s{0,8}"
)
_FIRST = re.compile(r"\s{0,8}(?P<name>[\w.\-]{1,120})\n\s{0,8}(?=\{)")  # its `>>>` was in the prompt


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    leaks: list[Leak] = []
    here = end = at
    first = _FIRST.match(text) if text.startswith(">>>", at) else None
    scanned = scan_json(text, first.end()) if first is not None else Fault.MALFORMED
    if first is not None and not isinstance(scanned, Fault) and isinstance(scanned.value, dict):
        if skip_space(text, scanned.end) != at:
            return None
        name, at = first["name"], first.start("name")
        leaks.append(Leak(name, cast_strings(name, scanned.value, tools), (at, scanned.end)))
    while (head := _HEAD.match(text, here)) is not None and text[head.end() : head.end() + 1] == "{":
        scanned = scan_json(text, head.end())
        if isinstance(scanned, Fault):
            return broken(at, len(text) if scanned is Fault.CUT else head.end())
        if not isinstance(scanned.value, dict):
            return broken(at, scanned.end)
        name = head["name"] or head["bare"]
        end = scanned.end
        if head["tag"]:
            closed = closed_by(text, Block((here, end)), ("</function>",))
            end = closed.span[1] if closed is not None else end
        leaks.append(Leak(name, cast_strings(name, scanned.value, tools), (here, end)))
        here = skip_space(text, end)
        if text.startswith("<function=", here) and head["tag"]:
            break
    return Block((at, end), tuple(leaks)) if leaks else None
