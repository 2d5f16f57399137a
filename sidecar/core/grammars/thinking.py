"""Where a text holds thinking: `<think>…</think>` and the other families' tags for it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .leak import Span
from .steps import counted, matches

_PAIRS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<seed:think>": "</seed:think>",
    "<longcat_think>": "</longcat_think>",
    "[THINK]": "[/THINK]",
    "<|START_THINKING|>": "<|END_THINKING|>",
    "<|channel>thought": "<channel|>",
    "<|channel|>analysis<|message|>": "<|end|>",
    "<mm:think>": "</mm:think>",
    "<think:opensource>": "</think:opensource>",
    "<ifm|think>": "</ifm|think>",
    "<ifm|think_fast>": "</ifm|think_fast>",
    "<ifm|think_faster>": "</ifm|think_faster>",
    "<|think|>": "<|end|>",
    "<|think:start|>": "<|think:end|>",
    "<|open|>think<|sep|>": "<|close|>think<|sep|>",
    "<|plamo:begin_think:plamo|>": "<|plamo:end_think:plamo|>",
    "<|thought_start|>": "<|thought_end|>",
    "<|content_thinking|>": "<|end_message|>",
    "to=self<|message|>": "<|eom|>",
}
# They end other parts of a message too, so without their opener they end no thinking.
_ANY_END = ("<|end|>", "<|eom|>", "<|end_message|>")
MARKERS = ("hink", "THINK", "<|channel", "<|thought_", "to=self<|message|>")
# Thinking that holds nothing, with which a message begins. Its opener may have been in the prompt.
_EMPTIES = "|".join(
    rf"(?:{re.escape(opener)}){'' if closer in _ANY_END else '?'}\s{{0,8}}{re.escape(closer)}"
    for opener, closer in _PAIRS.items()
)
EMPTY = rf"\A\s{{0,8}}(?:{_EMPTIES})\s{{0,8}}"
OPENERS = frozenset(_PAIRS)
_TAGS = re.compile("|".join(re.escape(tag) for pair in _PAIRS.items() for tag in pair))


def thinking_spans(text: str, calls: Iterable[Span]) -> tuple[list[Span], int | None]:
    """The closed spans of thinking, and where an unclosed one begins. Tags inside `calls` are data.

    A closer without its opener ends thinking that began with the message: the opener was in the prompt.
    """
    if not any(marker in text for marker in MARKERS):
        return [], None
    skip = iter(sorted(calls))
    call = next(skip, None)
    closed: list[Span] = []
    opened: tuple[int, str] | None = None
    for tag in counted(matches(_TAGS, text)):
        while call is not None and call[1] <= tag.start():
            call = next(skip, None)
        if call is not None and call[0] <= tag.start():
            continue
        if text[tag.start() - 1 : tag.start()] == "`" or text[tag.end() : tag.end() + 1] == "`":
            continue  # spoken of
        said = tag.group()
        if opened is not None:
            if said == opened[1]:
                closed.append((opened[0], tag.end()))
                opened = None
        elif said in _PAIRS:
            opened = (tag.start(), _PAIRS[said])
        elif not closed and said not in _ANY_END:
            closed.append((0, tag.end()))
    return closed, opened[0] if opened is not None else None
