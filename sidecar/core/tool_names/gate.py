"""Differences that make two similar names different tools: read and write, another verb, another word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sidecar.core.blocks import Tool
from sidecar.core.names.words import singular, words

from .vocabulary import KNOWN_WORDS, READ_VERBS, TURNING_PREFIXES, VERBS, WRITE_VERBS

_LONGEST_WORD = 14


def verbs(name: str) -> set[str]:
    return {word for word in words(name) if word in VERBS}


def reads(name: str) -> bool:
    """Whether a name's verbs say that it only looks."""
    said = verbs(name)
    return bool(said & READ_VERBS) and not said & WRITE_VERBS


def tool_reads(tool: Tool) -> bool:
    return tool.effect == "read" or reads(tool.name)


def crosses(name: str, tool: Tool) -> bool:
    """Whether `tool` does something else than `name` says: another verb, or a write for a read."""
    mine, theirs = verbs(name), verbs(tool.name)
    if mine - theirs:
        return True
    return reads(name) and bool(theirs & WRITE_VERBS)


def right_word_lost(name: str, tool: str, vocabulary: Mapping[str, object]) -> bool:
    """Whether `name` has a correctly spelt word that `tool` has not. Words of the active tools are such."""
    surplus = Counter(words(name)) - Counter(words(tool))
    return any(word in KNOWN_WORDS or word in vocabulary for word in surplus)


def swaps_known_words(left: str, right: str) -> bool:
    """Whether one known word stands where the other name has another: `getuser` and `setuser`."""
    start = _common(left, right)
    end = _common(left[::-1], right[::-1])
    for first in range(max(0, start - _LONGEST_WORD), start + 1):
        for last in range(max(0, end - _LONGEST_WORD), end + 1):
            mine, theirs = left[first : len(left) - last], right[first : len(right) - last]
            if mine in KNOWN_WORDS and theirs in KNOWN_WORDS and mine != theirs:
                return True
    return False


def differ_by_reversal(left: str, right: str) -> bool:
    """Whether the names differ by a prefix like `un` or `de`: `lockdoors` and `unlockdoors`."""
    short, long = sorted((left, right), key=len)
    for prefix in TURNING_PREFIXES:
        if len(long) - len(short) != len(prefix):
            continue
        at = long.find(prefix)
        while at >= 0:
            if long[:at] + long[at + len(prefix) :] == short:
                return True
            at = long.find(prefix, at + 1)
    return False


def plural_only(left: str, right: str) -> bool:
    """Whether the names differ only by plural endings."""
    mine, theirs = words(left), words(right)
    return mine != theirs and all(
        a == b or a == b + "s" or b == a + "s" or singular(a) == singular(b)
        for a, b in zip(mine, theirs, strict=False)
    )


def _common(left: str, right: str) -> int:
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return count
