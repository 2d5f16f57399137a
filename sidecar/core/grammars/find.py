"""Every block of leaked calls in one text, each with the reason why it may not run.

One walk from left to right. The outermost opener wins: markup inside a call's value is data.
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
from .quotation.gates import refused_by_text_after, refused_by_text_before
from .quotation.quoting import Quoting
from .thinking import thinking_spans

BEFORE_READ, AFTER_READ = 2_000, 4_000  # characters around a block that its verdict may depend on
# With more openers or blocks than this the rest is not read, and nothing runs.
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


def grammars_in(text: str, grammars: Sequence[tuple[str, Grammar]]) -> list[tuple[str, Grammar]]:
    """The grammars with a marker in `text`."""
    if not may_leak(text):
        return []
    return [(name, grammar) for name, grammar in grammars if any(mark in text for mark in grammar.MARKERS)]


def find_blocks(
    text: str, grammars: Sequence[tuple[str, Grammar]], tools: Toolset, *, may_think: bool, after: str = ""
) -> list[Found]:
    """The blocks of `text`, each with its verdict. `after` is visible text that follows in the message."""
    return _judged(text, _blocks(text, grammars, tools), may_think=may_think, after=after)


def _blocks(text: str, grammars: Sequence[tuple[str, Grammar]], tools: Toolset) -> list[tuple[str, Block]]:
    """The blocks outside of quotations, by grammar, in order. None is inside another."""
    opener = _openers(tuple(grammar.OPENER for _, grammar in grammars))
    quoting = Quoting(text)
    found: list[tuple[str, Block]] = []
    here = tried = 0
    while (match := opener.search(text, here)) is not None:
        at = match.start()
        tried += 1
        if tried > OPENERS_READ or len(found) > BLOCKS_READ:
            return [*found, (grammars[0][0], broken(at, len(text)))]
        over = quoting.quotation_end(at)
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
                    name, last = found.pop()  # it overlaps: another family's closer of the call just read
                    block = replace(last, span=(last.span[0], max(last.span[1], block.span[1])))
                found.append((name, block))
                here = max(here, block.span[1])
                quoting.jump(here)
                break
    return found


def _judged(text: str, found: Sequence[tuple[str, Block]], *, may_think: bool, after: str) -> list[Found]:
    closed, open_from = thinking_spans(text, [block.span for _, block in found])
    cut = any(not block.whole and not _holds(closed, block.span[0]) for _, block in found)
    verdicts: list[str] = []
    end = 0
    for _, block in found:
        start = block.span[0]
        in_open_thinking = open_from is not None and open_from < start
        since = max(end, _last_end(closed, start), start - BEFORE_READ)
        if cut or not block.whole:
            verdict = "cut off or malformed"
        elif _holds(closed, start) or (in_open_thinking and not may_think):
            verdict = "inside thinking"
        elif verdicts and verdicts[-1] and not text[end:start].strip():
            verdict = verdicts[-1]  # the same reason holds for calls that follow directly
        else:
            verdict = refused_by_text_before(text[since:start], in_open_thinking or may_think) or ""
        verdicts.append(verdict)
        end = block.span[1]
    tail, until = after[:AFTER_READ], len(text)
    for index in range(len(found) - 1, -1, -1):
        start, end = found[index][1].span
        tail = (text[end : min(until, end + AFTER_READ)] + tail)[:AFTER_READ]
        verdicts[index] = verdicts[index] or refused_by_text_after(tail) or ""
        if verdicts[index]:
            tail = text[start : min(end, start + AFTER_READ)] + tail
        until = start
    return [Found(block, name, verdict) for (name, block), verdict in zip(found, verdicts, strict=True)]


def _holds(stretches: Sequence[Span], at: int) -> bool:
    index = bisect_right(stretches, (at, sys.maxsize)) - 1
    return index >= 0 and at < stretches[index][1]


def _last_end(stretches: Sequence[Span], at: int) -> int:
    index = bisect_right(stretches, (at, sys.maxsize)) - 1
    return stretches[index][1] if index >= 0 else 0
