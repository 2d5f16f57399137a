"""The tools nearest to an unknown name, for hints in an error message. Never used to choose a tool."""

from __future__ import annotations

from collections import Counter

from sidecar.core.names.words import distance, plain, singular, words

from .clean import LONGEST_NAME, variants
from .foreign.names import PLAIN_NAMES
from .index import NameIndex

_SHARED_WORD = 1.0
_MISSPELT_WORD = 0.5
_LONG_WORD = 4
_KNOWN_ELSEWHERE = 2.0
_LEAST = 0.3


def nearest_names(name: str, index: NameIndex, n: int) -> list[str]:
    cleaned = (variants(name) or (name[:LONGEST_NAME],))[-1]
    spelt, pairs, said = plain(cleaned), _pairs(plain(cleaned)), {singular(word) for word in words(cleaned)}
    scored = []
    for position, tool in enumerate(index.names):
        theirs = plain(tool)
        score = _alike(pairs, _pairs(theirs))
        score += _MISSPELT_WORD * any(_misspelt(word, other) for word in said for other in words(tool))
        score += (
            _SHARED_WORD * len(said & {singular(word) for word in words(tool)}) / max(1, len(words(tool)))
        )
        if any(spelt in names and theirs == pi for pi, names in PLAIN_NAMES.items()):
            score += _KNOWN_ELSEWHERE
        if score >= _LEAST:
            scored.append((-score, position, tool))
    return [tool for _, _, tool in sorted(scored)[:n]]


def _misspelt(word: str, other: str) -> bool:
    return min(len(word), len(other)) >= _LONG_WORD and 0 < distance(word, other, 1) <= 1


def _pairs(text: str) -> Counter[str]:
    return Counter(text[at : at + 2] for at in range(len(text) - 1))


def _alike(left: Counter[str], right: Counter[str]) -> float:
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else 0.0
