"""A `tool_code` fence of `print(N(k="v"))` or `default_api.N(…)` lines: Gemma 3, Gemini. Other code is no
call. Gemini also leaks `<function:default_api:N{k:v}`, its text unquoted.
"""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block, Leak, broken
from sidecar.core.grammars.scan.gemma_notation import as_written, scan_gemma
from sidecar.core.grammars.scan.json_calls import closed_by
from sidecar.core.grammars.scan.python_calls import read_call
from sidecar.core.literals import Fault, skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("```tool_code", "<function:")
_FENCE = r"(?<![^\n])```tool_code[ \t]{0,8}\n"
OPENER = rf"{_FENCE}|<function:"
_OPENING = re.compile(_FENCE)
_COLONS = re.compile(r"<function:(?:default_api:)?(?P<name>[\w.\-]{1,120})(?=\{)")
_PRINT = re.compile(r"print\(\s{0,8}")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    if text.startswith("<", at):
        return _colons(text, at, tools)
    opened = _OPENING.match(text, at)
    if opened is None:
        return None
    here, leaks = skip_space(text, opened.end()), list[Leak]()
    while here < len(text) and not text.startswith("```", here):
        printed = _PRINT.match(text, here)
        leak = read_call(text, printed.end() if printed is not None else here, tools)
        if isinstance(leak, int):
            return broken(at, len(text)) if leak == len(text) else None
        end = leak.span[1]
        if printed is not None:
            end = skip_space(text, end)
            if text[end : end + 1] != ")":
                return None
            end += 1
        leaks.append(Leak(leak.name, leak.arguments, (here, end)))
        here = skip_space(text, end)
    if not leaks or here >= len(text):
        return broken(at, len(text)) if leaks else None
    return Block((at, here + 3), tuple(leaks))


def _colons(text: str, at: int, tools: Toolset) -> Block | None:
    head = _COLONS.match(text, at)
    if head is None:
        return None
    scanned = scan_gemma(text, head.end(), '<|"|>')
    if isinstance(scanned, Fault):
        return broken(at, len(text) if scanned is Fault.CUT else head.end())
    leak = Leak(head["name"], as_written(head["name"], scanned.value, tools), (at, scanned.end))
    return closed_by(text, Block(leak.span, (leak,)), (">", "</function>"))
