"""Every block of leaked calls in one text, each with the verdict whether it may run.

One walk from left to right. The outermost opener wins: what a call's value holds is data, whatever it looks
like.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from re import Pattern

from sidecar.core.toolset import Toolset

from .leak import CALLS_READ, Block, Grammar, Span, broken
from .markers import may_leak
from .quotation.gates import lead_refuses, tail_refuses
from .quotation.quoting import Quoting
from .thinking import thinking_spans

LEAD_READ = 2_000  # characters before and after a block that its verdict may depend on
TAIL_READ = 4_000
# A text with more openers or blocks than this is no turn of a model's. The rest is not read, nothing runs.
OPENERS_READ = 2_000
BLOCKS_READ = CALLS_READ


@dataclass(frozen=True, slots=True)
class Found:
    """A block, the grammar that read it, and why it does not run: "" where it may."""

    block: Block
    grammar: str
    refused: str = ""


@lru_cache(maxsize=256)
def _openers(sources: tuple[str, ...]) -> Pattern[str]:
    return re.compile("|".join(f"(?:{source})" for source in sources))


def present(text: str, grammars: Sequence[tuple[str, Grammar]]) -> list[tuple[str, Grammar]]:
    """The grammars one of whose markers stands in `text`."""
    if not may_leak(text):
        return []
    return [(name, grammar) for name, grammar in grammars if any(mark in text for mark in grammar.MARKERS)]


def blocks(text: str, grammars: Sequence[tuple[str, Grammar]], tools: Toolset) -> list[tuple[str, Block]]:
    """What is not quoted and reads as a block, in order, none inside another."""
    opener = _openers(tuple(grammar.OPENER for _, grammar in grammars))
    quoting = Quoting(text)
    found: list[tuple[str, Block]] = []
    here = tried = 0
    while (match := opener.search(text, here)) is not None:
        at = match.start()
        tried += 1
        if tried > OPENERS_READ or len(found) > BLOCKS_READ:
            return [*found, (grammars[0][0], broken(at, len(text)))]
        over = quoting.quoted(at)
        if over is not None:
            here = over
            continue
        here = at + 1
        for name, grammar in grammars:
            begins = _openers((grammar.OPENER,)).match(text, at)
            block = grammar.extract(text, at, tools) if begins is not None else None
            if block is not None:
                if len(block.leaks) > CALLS_READ:
                    block = broken(*block.span)
                if found and block.span[0] < found[-1][1].span[1]:
                    name, last = found.pop()  # a closer of another kind: its call was read just before
                    block = replace(last, span=(last.span[0], max(last.span[1], block.span[1])))
                found.append((name, block))
                here = max(here, block.span[1])
                quoting.jump(here)
                break
    return found


def judge(text: str, found: Sequence[tuple[str, Block]], *, may_think: bool, after: str = "") -> list[Found]:
    """Each block with its verdict. `after` is visible text that follows `text` in the message."""
    closed, open_from = thinking_spans(text, [block.span for _, block in found])
    cut = any(not block.whole and not _holds(closed, block.span[0]) for _, block in found)
    verdicts: list[str] = []
    end = 0
    for _, block in found:
        start = block.span[0]
        aloud = open_from is not None and open_from < start
        since = max(end, _last_stop(closed, start), start - LEAD_READ)
        if cut or not block.whole:
            verdict = "cut off or malformed"
        elif _holds(closed, start) or (aloud and not may_think):
            verdict = "inside thinking"
        elif verdicts and verdicts[-1] and not text[end:start].strip():
            verdict = verdicts[-1]  # what refuses a call refuses the ones that follow it at once
        else:
            verdict = lead_refuses(text[since:start], aloud or may_think) or ""
        verdicts.append(verdict)
        end = block.span[1]
    tail, until = after[:TAIL_READ], len(text)
    for index in range(len(found) - 1, -1, -1):
        start, end = found[index][1].span
        tail = (text[end : min(until, end + TAIL_READ)] + tail)[:TAIL_READ]
        verdicts[index] = verdicts[index] or tail_refuses(tail) or ""
        if verdicts[index]:
            tail = text[start : min(end, start + TAIL_READ)] + tail
        until = start
    return [Found(block, name, verdict) for (name, block), verdict in zip(found, verdicts, strict=True)]


def _holds(stretches: Sequence[Span], at: int) -> bool:
    index = bisect_right(stretches, (at, sys.maxsize)) - 1
    return index >= 0 and at < stretches[index][1]


def _last_stop(stretches: Sequence[Span], at: int) -> int:
    index = bisect_right(stretches, (at, sys.maxsize)) - 1
    return stretches[index][1] if index >= 0 else 0
