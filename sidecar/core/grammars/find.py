"""Every block of leaked calls in one text, each with the reason why it may not run.

One walk from left to right. The outermost opener wins: markup inside a call's value is data.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from re import Pattern

from sidecar.core.budget import step
from sidecar.core.prose.matter import Call
from sidecar.core.toolset import Toolset

from .leak import CALLS_READ, Block, Grammar, Span, broken
from .markers import may_leak
from .quotation.gates import refused_by_text_after, refused_by_text_before, refused_by_text_between
from .quotation.quoting import Quoting
from .steps import CHARACTERS_A_STEP, searched
from .thinking import thinking_spans
from .tokens import is_mentioned, only_tokens, without_tokens
from .turns import TURN, begins_turn, turn_at

BEFORE_READ, AFTER_READ = 2_000, 4_000  # characters around a block that its verdict may depend on
# With more openers or blocks than this the rest is not read, and nothing after them runs.
OPENERS_READ = 2_000
BLOCKS_READ = CALLS_READ

IN_THINKING = "inside thinking"
BROKEN = "cut off or malformed"
AFTER_TURN = "after somebody else's turn that the model wrote itself"


@dataclass(frozen=True, slots=True)
class Found:
    """A block, the grammar that read it, and why it does not run: "" where it may."""

    block: Block
    grammar: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Walked:
    """The blocks of one text in order, by grammar. `turn`: where somebody else's turn stands in it."""

    text: str
    blocks: Sequence[tuple[str, Block]] = ()
    turn: Span | None = None

    @property
    def end(self) -> int:
        """Where the model's own message ends."""
        return self.turn[0] if self.turn is not None else len(self.text)

    @property
    def until_call(self) -> str:
        """The text up to the first call, or up to the end of the message."""
        return self.text[: min(self.end, *(block.span[0] for _, block in self.blocks[:1]), len(self.text))]

    @property
    def since_call(self) -> str:
        """The text behind the last call."""
        return self.text[self.blocks[-1][1].span[1] if self.blocks else 0 :]


@lru_cache(maxsize=256)
def _openers(sources: tuple[str, ...]) -> Pattern[str]:
    return re.compile("|".join(f"(?:{source})" for source in sources))


def grammars_in(text: str, grammars: Sequence[tuple[str, Grammar]]) -> list[tuple[str, Grammar]]:
    """The grammars with a marker in `text`."""
    if not may_leak(text):
        return []
    marked = []
    for name, grammar in grammars:
        step(len(grammar.MARKERS) * len(text) // CHARACTERS_A_STEP // 10)
        if any(mark in text for mark in grammar.MARKERS):
            marked.append((name, grammar))
    return marked


def walk(
    text: str, grammars: Sequence[tuple[str, Grammar]], tools: Toolset, *, quoted: bool = False
) -> Walked:
    """The blocks outside of quotations. None is inside another, and none is made of control tokens alone.

    `quoted`: those in quotations as well.
    """
    opener = _openers((TURN, *(grammar.OPENER for _, grammar in grammars)))
    quoting = Quoting(text)
    found: list[tuple[str, Block]] = []
    turn: Span | None = None
    thinking: list[Span] | None = None
    here = tried = 0
    while (match := searched(opener, text, here)) is not None:
        at = match.start()
        tried += 1
        if tried > OPENERS_READ or len(found) > BLOCKS_READ:
            return Walked(text, [*found, (grammars[0][0] if grammars else "", broken(at, len(text)))], turn)
        over = None if quoted else quoting.quotation_end(at)
        if over is not None:
            here = over
            continue
        here = at + 1
        if begins_turn(text, at):
            if thinking is None:
                thinking = thinking_spans(text, [block.span for _, block in found])[0]
            if turn is None and not _holds(thinking, at) and not is_mentioned(text, at):
                turn = turn_at(text, at)
            continue
        name, block = _read(text, at, grammars, tools)
        if block is None:
            continue
        if found and block.span[0] < found[-1][1].span[1]:
            name, last = found.pop()  # it overlaps: another family's closer of the call just read
            block = replace(last, span=(last.span[0], max(last.span[1], block.span[1])))
        found.append((name, block))
        here = max(here, block.span[1])
        quoting.jump(here)
        turn = turn or turn_at(text, block.span[1], begun=True)
    return Walked(text, found, turn)


def _read(
    text: str, at: int, grammars: Sequence[tuple[str, Grammar]], tools: Toolset
) -> tuple[str, Block | None]:
    """The block that begins at `at`, and its grammar; None where only left over tokens stand there."""
    for name, grammar in grammars:
        begins = _openers((grammar.OPENER,)).match(text, at)
        block = grammar.extract(text, at, tools) if begins is not None else None
        if block is None:
            continue
        if len(block.leaks) > CALLS_READ:
            return name, broken(*block.span)
        if not block.leaks and only_tokens(text[slice(*block.span)]):
            continue
        return name, block
    return "", None


def judged(
    walked: Walked, *, may_think: bool = False, before: str = "", after: str = "", ended: bool = False
) -> list[Found]:
    """Each block with its verdict, which depends on its own surroundings alone.

    `before`: visible text between the call before this text and its beginning. `after`: between its end and
    the next call. `ended`: the model's own message ended before this text.
    """
    text, found = walked.text, walked.blocks
    closed, open_from = thinking_spans(text, [block.span for _, block in found])
    verdicts: list[str] = []
    leads: list[bool] = []  # whether all that stands between a block and the one before it leads it in
    for index, (_, block) in enumerate(found):
        start = block.span[0]
        first = Call(block.leaks[0].name, block.leaks[0].arguments) if block.leaks else None
        earlier = found[index - 1][1].span[1] if index else 0
        since = max(earlier, _last_end(closed, start))
        led = text[max(since, start - BEFORE_READ) : start]
        if not since and len(led) < BEFORE_READ:
            led = before[-BEFORE_READ:] + led
        led = without_tokens(led)
        in_open_thinking = open_from is not None and open_from < start
        if ended or start >= walked.end:
            verdict = AFTER_TURN
        elif _holds(closed, start) or (in_open_thinking and not may_think):
            verdict = IN_THINKING
        elif not block.whole:
            verdict = BROKEN
        else:
            verdict = refused_by_text_before(led, in_open_thinking or may_think, first) or ""
        verdicts.append(verdict)
        leads.append(not verdict and since == earlier and bool(led.strip()))
    said = _said_after(walked, after, leads)
    return [
        Found(block, name, verdict or refused(behind) or "")
        for (name, block), verdict, (behind, refused) in zip(found, verdicts, said, strict=True)
    ]


def _said_after(
    walked: Walked, after: str, leads: Sequence[bool]
) -> list[tuple[str, Callable[[str], str | None]]]:
    """What is said after each block, up to the next, and who judges it. Calls with nothing between share it.

    What leads in the next call is no remark on the one before, but may take it back.
    """
    said: list[tuple[str, Callable[[str], str | None]]] = []
    until, tail, shares, led = walked.end, after, False, False
    for (_, block), leads_in in zip(reversed(walked.blocks), reversed(leads), strict=True):
        start, end = block.span
        gap = without_tokens((walked.text[end : min(max(until, end), end + AFTER_READ)] + tail)[:AFTER_READ])
        judge = refused_by_text_between if led else refused_by_text_after
        said.append(said[-1] if shares and not led and not gap.strip() else (gap, judge))
        until, tail, shares, led = min(start, walked.end), "", block.whole and start < walked.end, leads_in
    return said[::-1]


def _holds(stretches: Sequence[Span], at: int) -> bool:
    index = bisect_right(stretches, (at, sys.maxsize)) - 1
    return index >= 0 and at < stretches[index][1]


def _last_end(stretches: Sequence[Span], at: int) -> int:
    index = bisect_right(stretches, (at, sys.maxsize)) - 1
    return stretches[index][1] if index >= 0 else 0
