"""`<｜tool▁call▁begin｜>function<｜tool▁sep｜>N⏎` + JSON fence (V3, R1),
`<｜tool▁call▁begin｜>N<｜tool▁sep｜>A` (V3.1).

Bars may have become ASCII, `▁` an underscore; outer or inner tokens may be missing. The fence belongs to the
grammar.
"""

from __future__ import annotations

import re

from sidecar.core.toolset import Toolset

from .leak import CALLS_READ, Block, Leak, broken, skip_space
from .scan_json import Fault, scan_json
from .typed import cast_strings

MARKERS = ("<｜tool", "<|tool▁", "<|tool_sep|>")
_BAR, _GAP = "[｜|]", "[▁_ ]"


def _token(*words: str) -> str:
    return f"<{_BAR}{_GAP.join(words)}{_BAR}>"


_CALLS, _CALLS_END = _token("tool", "calls", "begin"), _token("tool", "calls", "end")
_CALL, _CALL_END, _SEP = _token("tool", "call", "begin"), _token("tool", "call", "end"), _token("tool", "sep")
OPENER = rf"{_CALLS}|{_CALL}|(?<![\w])function{_SEP}"
_OUTER = re.compile(rf"{_CALLS}\s{{0,8}}")
_HEAD = re.compile(
    rf"(?:{_CALL}\s{{0,4}})?(?:(?:function)?{_SEP}(?P<after>[\w.\-:/]{{1,120}})\s{{1,4}}(?:```(?:json)?\s{{0,4}})?"
    rf"|(?P<before>[\w.\-:/]{{1,120}}){_SEP}\s{{0,4}}(?:```(?:json)?\s{{0,4}})?)(?=\{{|\Z)"
)
_END = re.compile(rf"(?:\s{{0,4}}```)?(?:\s{{0,4}}{_CALL_END})?")
_OUTER_END = re.compile(rf"\s{{0,8}}{_CALLS_END}")
_BEGUN = re.compile(rf"{_CALL}|function{_SEP}")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    outer = _OUTER.match(text, at)
    here = end = outer.end() if outer is not None else at
    leaks: list[Leak] = []
    while (head := _HEAD.match(text, here)) is not None:
        scanned = scan_json(text, head.end())
        if isinstance(scanned, Fault):
            return broken(at, len(text) if scanned is Fault.CUT else head.end())
        if not isinstance(scanned.value, dict):
            return broken(at, scanned.end)
        name = head["after"] or head["before"]
        closer = _END.match(text, scanned.end)
        end = closer.end() if closer is not None else scanned.end
        leaks.append(Leak(name, cast_strings(name, scanned.value, tools), (head.start(), end)))
        if len(leaks) > CALLS_READ:
            return broken(at, len(text))
        here = skip_space(text, end)
    if not leaks:
        return None
    if _BEGUN.match(text, here) is not None:
        return broken(at, here)
    closer = _OUTER_END.match(text, end)
    return Block((at, closer.end() if closer is not None else end), tuple(leaks))
