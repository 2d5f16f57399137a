"""`<function_call>` + a typescript fence of `functions.N(A)` lines: MiniMax-Text-01."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.grammars.scan.json_calls import closed_by
from sidecar.core.grammars.scan.json_value import scan_json
from sidecar.core.grammars.scan.typed import cast_strings
from sidecar.core.literals import Fault, skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("<function_call",)
OPENER = r"<function_calls?>\s{0,8}```"
_OPENING = re.compile(r"<function_calls?>\s{0,8}```(?:typescript|ts)?\s{0,8}")
_HEAD = re.compile(r"(?:await\s{1,4})?functions\.(?P<name>[\w.\-]{1,120})\(\s{0,8}")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    opened = _OPENING.match(text, at)
    if opened is None:
        return None
    here, leaks = opened.end(), list[Leak]()
    while (head := _HEAD.match(text, here)) is not None:
        scanned = scan_json(text, head.end())
        if isinstance(scanned, Fault):
            return broken(at, len(text) if scanned is Fault.CUT else head.end())
        end = skip_space(text, scanned.end)
        if not isinstance(scanned.value, dict) or text[end : end + 1] != ")":
            return broken(at, max(end, here + 1))
        end += 1 + text.startswith(";", end + 1)
        leaks.append(
            Leak(head["name"], cast_strings(head["name"], scanned.value, tools), (head.start(), end))
        )
        if len(leaks) > CALLS_READ:
            return broken(at, len(text))
        here = skip_space(text, end)
    if not leaks:
        return None
    if here < len(text) and not text.startswith(("```", "</function_call"), here):
        return broken(at, here)
    block = Block((at, leaks[-1].span[1]), tuple(leaks))
    return closed_by(text, block, ("```", "</function_call>", "</function_calls>"))
