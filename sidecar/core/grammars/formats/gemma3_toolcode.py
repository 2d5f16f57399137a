"""A `tool_code` fence of `print(N(k="v"))` or `default_api.N(…)` lines, `<call:default_api:N{k:v}/>`:
Gemma 3, Gemini.

A Python fence is one where all of its lines are `default_api.N(…)`: no other code has such a module. Gemini
also writes `<function:`, and leaves text unquoted.
"""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block, Leak, broken
from sidecar.core.grammars.scan.gemma_notation import as_written, scan_gemma
from sidecar.core.grammars.scan.json_calls import closed_by
from sidecar.core.grammars.scan.python_calls import read_call
from sidecar.core.literals import Fault, skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("```tool_code", "default_api.", "<function:", "<call:")
_API = "default_api."
_FENCE = (
    r"(?<![^\n])```(?:tool_code[ \t]{0,8}\n"
    r"|(?:py|python)[ \t]{0,8}\n\s{0,8}(?=(?:print\(\s{0,8})?default_api\.))"
)
OPENER = rf"{_FENCE}|<(?:function|call):"
_OPENING = re.compile(_FENCE)
_COLONS = re.compile(r"<(?:function|call):(?:default_api[:.])?(?P<name>[\w.\-]{1,120})(?=[{(])")
_COLONS_CLOSERS = ("/>", ">", "</function>", "</call>")
_PRINT = re.compile(r"print\(\s{0,8}")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    if text.startswith("<", at):
        return _colons(text, at, tools)
    opened = _OPENING.match(text, at)
    if opened is None:
        return None
    foreign = not opened.group().startswith("```tool_code")
    here, leaks = skip_space(text, opened.end()), list[Leak]()
    while here < len(text) and not text.startswith("```", here):
        printed = _PRINT.match(text, here)
        leak = read_call(text, printed.end() if printed is not None else here, tools)
        if isinstance(leak, int):
            return broken(at, len(text)) if leak == len(text) else None
        if foreign and not leak.name.startswith(_API):
            return None
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
    return closed_by(text, Block(leak.span, (leak,)), _COLONS_CLOSERS)
