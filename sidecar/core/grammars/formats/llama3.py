"""`<|python_tag|>{"name": N, "parameters": A}`: Llama 3.1 to 3.3; several with `; ` between. Python code is
no call.

The built-in style `<|python_tag|>N.call(k=v)` is read too. Without the tag the object is read by
`bare`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.grammars.scan.json_calls import extract_json
from sidecar.core.grammars.scan.python_calls import read_call
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("<|python_tag|>",)
OPENER = r"<\|python_tag\|>"
_BUILTIN = re.compile(r"[\w.\-]{1,120}\.call\(")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    body = skip_space(text, at + len("<|python_tag|>"))
    if not _BUILTIN.match(text, body):
        return extract_json(text, at, body, tools)
    leaks: list[Leak] = []
    while _BUILTIN.match(text, body):
        leak = read_call(text, body, tools)
        if isinstance(leak, int):
            return broken(at, leak)
        leaks.append(replace(leak, name=leak.name.removesuffix(".call")))
        if len(leaks) > CALLS_READ:
            return broken(at, len(text))
        body = skip_space(text, leak.span[1])
        body = skip_space(text, body + text.startswith(";", body))
    return Block((at, leaks[-1].span[1]), tuple(leaks))
