"""`<｜tool▁call▁begin｜>function<｜tool▁sep｜>N⏎` + JSON fence (V3, R1),
`<｜tool▁call▁begin｜>N<｜tool▁sep｜>A` (V3.1).

Bars may have become ASCII, `▁` an underscore; outer or inner tokens may be missing.
"""

from __future__ import annotations

import re
from dataclasses import replace

from sidecar.core.grammars.leak import Block, broken
from sidecar.core.grammars.scan.headed_calls import read_calls
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

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
    block = read_calls(text, at, outer.end() if outer is not None else at, _HEAD, _END, _named, tools)
    if not (block.whole and block.leaks):
        return None if block.whole else block
    end = block.span[1]
    here = skip_space(text, end)
    if _BEGUN.match(text, here) is not None:
        return broken(at, here)
    closer = _OUTER_END.match(text, end)
    return replace(block, span=(at, closer.end())) if closer is not None else block


def _named(head: re.Match[str]) -> tuple[str, None]:
    return head["after"] or head["before"], None
