"""A `tool_code` fence of `print(N(k="v"))` or `default_api.N(…)` lines: Gemma 3, Gemini. Other code is no
call.
"""

from __future__ import annotations

import re

from sidecar.core.toolset import Toolset

from .leak import Block, Leak, skip_space
from .python_calls import read_call

MARKERS = ("```tool_code",)
OPENER = r"(?<![^\n])```tool_code[ \t]{0,8}\n"
_OPENING = re.compile(OPENER)
_PRINT = re.compile(r"print\(\s{0,8}")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    opened = _OPENING.match(text, at)
    if opened is None:
        return None
    here, leaks = skip_space(text, opened.end()), list[Leak]()
    while here < len(text) and not text.startswith("```", here):
        printed = _PRINT.match(text, here)
        leak = read_call(text, printed.end() if printed is not None else here, tools)
        if isinstance(leak, int):
            return Block((at, len(text)), whole=False) if leak == len(text) else None
        end = leak.span[1]
        if printed is not None:
            end = skip_space(text, end)
            if text[end : end + 1] != ")":
                return None
            end += 1
        leaks.append(Leak(leak.name, leak.arguments, (here, end)))
        here = skip_space(text, end)
    if not leaks or here >= len(text):
        return Block((at, len(text)), whole=False) if leaks else None
    return Block((at, here + 3), tuple(leaks))
