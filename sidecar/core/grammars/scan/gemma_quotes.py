"""A call in Gemma's notation in which one quote of one text was lost: `{path:<|"|>lib}`, `{path:lib"}`.

The closer behind the call says that it was not cut off. The quote is supplied if exactly one place fits.
"""

from __future__ import annotations

import re

from sidecar.core.budget import step
from sidecar.core.grammars.steps import counted
from sidecar.core.literals import Fault, Scanned
from sidecar.core.toolset import Toolset

from .gemma_notation import scan_gemma
from .typed import parameters

LONGEST = 20_000  # characters of such a call
_ARGUMENTS_READ = 32
_ARGUMENT = re.compile(r"[{(,]\s{0,8}(?P<key>[A-Za-z_]\w{0,80})\s{0,4}[:=]\s{0,8}")
# what a text may not hold whose end is a guess: it may be the call's own
_FRAME = re.compile(r"[{}\[\]()<]|[\s,][A-Za-z_]\w{0,80}\s{0,4}[:=]")
_OPENERS = ("<|tool_call>", "<start_function_call>")
_FRAMES = re.compile(r"(?P<opens><\|tool_call>|<start_function_call>)|<tool_call\|>|<end_function_call>")
_OVER = re.compile(r"\s{0,8}(?:<\|tool_call>|<start_function_call>)\s{0,8}call:")


def scan_lost_quote(
    text: str, at: int, mark: str, closers: tuple[str, ...], name: str, tools: Toolset
) -> Scanned | None:
    """The arguments that begin at `at` and end before one of the closers."""
    step()
    closed = [end for end in (text.find(closer, at, at + LONGEST) for closer in closers) if end >= 0]
    body = text[at : min(closed, default=at)].rstrip()
    quote = mark if mark in body else '"'
    if not body.endswith(("}", ")")) or body.count(quote) % 2 == 0:
        return None
    if any(opener in body for opener in _OPENERS):
        return None
    declared = (parameters(name, tools) or {}).keys()
    begun = [found for found in _ARGUMENT.finditer(body) if found["key"] in declared]
    if len(begun) > _ARGUMENTS_READ:
        return None
    values = [found.end() for found in begun]
    ends = [*(found.start() for found in begun[1:]), len(body[:-1].rstrip())]
    read: list[tuple[str, Scanned]] = []
    for place in (*values, *ends):
        step()
        made = f"{body[:place]}{quote}{body[place:]}"
        first = place if place in values else body.rfind(quote, 0, place)
        last = made.find(quote, first + len(quote))
        if first not in values or last < 0:
            continue
        scanned = scan_gemma(made, 0, mark)
        if isinstance(scanned, Fault) or scanned.end != len(made) or not scanned.value.keys() <= declared:
            continue
        read.append((made[first + len(quote) : last], scanned))
    if len(read) != 1 or _FRAME.search(read[0][0]):
        return None
    return Scanned(read[0][1].value, at + len(body))


def holds_next_call(text: str, at: int, end: int) -> bool:
    """Whether the arguments between `at` and `end` run over their closer into the next call.

    A text that quotes whole calls holds their openers too.
    """
    depth = 0
    for tag in counted(_FRAMES.finditer(text, at, end)):
        if tag["opens"]:
            depth += 1
        elif depth:
            depth -= 1
        elif _OVER.match(text, tag.end(), end):
            return True
    return False
