"""`<function=N>A</function>` (Functionary v3.1, Llama 3.1) and `>>>N⏎A` (v3.2; text is `>>>all⏎text`)."""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.grammars.scan.json_calls import closed_by
from sidecar.core.grammars.scan.json_value import scan_json
from sidecar.core.grammars.scan.typed import cast_strings
from sidecar.core.literals import Fault, skip_space
from sidecar.core.toolset import Toolset

MARKERS = ("<function=", ">>>")
OPENER = r"<function=[\w.\-]{1,120}>?\s{0,8}\{|>>>[\w.\-]{1,120}\n\s{0,8}\{"
FRAME = r"\A\s*(?:>>>)?all\n|>>>all\n\Z"
_HEAD = re.compile(
    r"(?P<tag><function=)(?P<name>[\w.\-]{1,120})>?\s{0,8}|>>>(?P<bare>[\w.\-]{1,120})\n\s{0,8}"
)
_FIRST = re.compile(r"\s{0,8}(?P<name>[\w.\-]{1,120})\n\s{0,8}")  # without `>>>`, which was in the prompt


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    leaks: list[Leak] = []
    here = end = at
    if text.startswith(">>>", at) and text.find(">>>", 0, at) < 0:
        first = _first(text, at, tools)
        if first is None and text[max(0, at - 8) : at].rstrip().endswith("}"):
            return broken(at, at + 3)  # unreadable JSON comes before
        leaks = [first] if first is not None else []
        at = first.span[0] if first is not None else at
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
        if len(leaks) > CALLS_READ:
            return broken(at, len(text))
        here = skip_space(text, end)
        if text.startswith("<function=", here) and head["tag"]:
            break
    return Block((at, end), tuple(leaks)) if leaks else None


def _first(text: str, until: int, tools: Toolset) -> Leak | None:
    """The call that the message begins with and that ends at the first `>>>`."""
    head = _FIRST.match(text, 0, until)
    scanned = scan_json(text, head.end()) if head is not None else Fault.MALFORMED
    if head is None or isinstance(scanned, Fault) or not isinstance(scanned.value, dict):
        return None
    if skip_space(text, scanned.end) != until:
        return None
    name = head["name"]
    return Leak(name, cast_strings(name, scanned.value, tools), (head.start("name"), scanned.end))
