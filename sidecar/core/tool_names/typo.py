"""`calcualte_tax` → `calculate_tax`: one or two slips, one tool near, no word right as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sidecar.core.blocks import Tool
from sidecar.core.names.words import distance, plain, words
from sidecar.core.proposals.proposal import Cost

from .gate import crosses, differ_by_reversal, plural_only, right_word_lost, swaps_known_words, tool_reads
from .index import letters
from .proposal import Asked, NameProposal

_ONE_SLIP_FROM = 4  # letters of the longer name
_TWO_SLIPS_FROM = 8


def propose(asked: Asked) -> Iterator[NameProposal]:
    if not asked.variants:
        return
    name = asked.variants[-1]
    near = _near(asked, plain(name))
    if len(near) != 1:
        return
    tool = asked.tools.get(near[0])
    if tool is not None and not _other_name(name, tool, asked):
        yield NameProposal(tool.name, Cost.GUESS, "name-typo", strict_arguments=True)


def _near(asked: Asked, name: str) -> list[str]:
    """All tools within one or two slips, not only the nearest: with a second one the meaning is doubtful."""
    mask = letters(name)
    found = []
    for length in range(len(name) - 2, len(name) + 3):
        longer = max(length, len(name))
        limit = 2 if longer >= _TWO_SLIPS_FROM else 1 if longer >= _ONE_SLIP_FROM else 0
        for theirs, bare, tool in asked.index.by_length.get(length, ()):
            if limit and (mask ^ theirs).bit_count() <= 2 * limit and distance(name, bare, limit) <= limit:
                found.append(tool)
    return found


def _other_name(name: str, tool: Tool, asked: Asked) -> bool:
    """Whether the difference changes the meaning and is no typo."""
    mine, theirs = words(name), words(tool.name)
    if _numbers(mine) != _numbers(theirs) or _last_letter(mine) != _last_letter(theirs):
        return True
    if not (Counter(mine) - Counter(theirs) and Counter(theirs) - Counter(mine)):
        return True  # a whole word more or less: `echo` and `echo_v2`
    if plural_only(name, tool.name) and not tool_reads(tool):
        return True
    left, right = plain(name), plain(tool.name)
    return (
        crosses(name, tool)
        or right_word_lost(name, tool.name, asked.index.vocabulary)
        or swaps_known_words(left, right)
        or differ_by_reversal(left, right)
    )


def _numbers(name: tuple[str, ...]) -> list[str]:
    return [word for word in name if word.isdigit()]


def _last_letter(name: tuple[str, ...]) -> str:
    """The single letter at the end of a name (`plan_a`, `planB`), else ""."""
    return name[-1] if name and len(name[-1]) == 1 else ""
