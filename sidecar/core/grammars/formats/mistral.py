"""`[TOOL_CALLS] [{"name": N, "arguments": A}]` (v3) and `[TOOL_CALLS]N[ARGS]A`, `N[CALL_ID]id[ARGS]A` (v11).

`[TOOL_CALLS]` may have been dropped as a special token: `N[ARGS]A`.
"""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.grammars.scan.json_calls import extract_json
from sidecar.core.grammars.scan.json_value import scan_json
from sidecar.core.grammars.scan.typed import cast_strings
from sidecar.core.literals import Fault, skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("[TOOL_CALLS]", "[ARGS]")
OPENER = r"\[TOOL_CALLS\]|\[(?:ARGS|CALL_ID)\]"
_MARK = "[TOOL_CALLS]"
_HEAD = re.compile(
    r"(?P<name>[\w.\-:/]{1,120})(?:\[CALL_ID\](?P<id>\w{1,64}))?(?P<args>\[ARGS\])?\s{0,8}(?=\{|\Z)"
)
_NAME_BEFORE = re.compile(r"[\w.\-:/]{1,120}\Z")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    if not text.startswith(_MARK, at):
        before = _NAME_BEFORE.search(text, max(0, at - 120), at)
        return _calls(text, before.start(), before.start(), tools) if before is not None else None
    body = skip_space(text, at + len(_MARK))
    if text[body : body + 1] in ("[", "{"):
        return extract_json(text, at, body, tools)
    return _calls(text, at, body, tools)


def _calls(text: str, start: int, body: int, tools: Toolset) -> Block | None:
    leaks: list[Leak] = []
    end = body
    while (head := _HEAD.match(text, body)) is not None:
        if head.end() == len(text):
            return broken(start, len(text))
        scanned = scan_json(text, head.end())
        if isinstance(scanned, Fault):
            return broken(start, len(text) if scanned is Fault.CUT else head.end())
        if not isinstance(scanned.value, dict):
            return None
        arguments = cast_strings(head["name"], scanned.value, tools)
        leaks.append(Leak(head["name"], arguments, (head.start(), scanned.end), head["id"]))
        if len(leaks) > CALLS_READ:
            return broken(start, len(text))
        end = scanned.end
        after = skip_space(text, end)
        if not text.startswith(_MARK, after):
            break
        body = skip_space(text, after + len(_MARK))
    return Block((start, end), tuple(leaks)) if leaks else None
