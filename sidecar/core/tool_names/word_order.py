"""`find_concert` ↔ `concert_find`: the same words in another order."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import words
from sidecar.core.proposals.proposal import Cost

from .gate import verbs
from .proposal import Asked, NameProposal
from .vocabulary import DIRECTION_WORDS, READ_VERBS, WRITE_VERBS


def propose(asked: Asked) -> Iterator[NameProposal]:
    for variant in asked.variants:
        said = words(variant)
        if len(said) < 2:
            continue
        found = asked.index.by_words.get(" ".join(sorted(said)), ())
        if len(found) == 1 and not _turns_meaning(said, words(found[0])):
            yield NameProposal(found[0], Cost.LIKELY, "name-word-order", strict_arguments=True)
        if found:
            return


def _turns_meaning(said: tuple[str, ...], meant: tuple[str, ...]) -> bool:
    """`gallon_to_liter` is not `liter_to_gallon`, and `list_set` is not `set_list`."""
    if any(_neighbours(said, word) != _neighbours(meant, word) for word in DIRECTION_WORDS & set(said)):
        return True
    deeds = verbs("_".join(said))
    if len(deeds) < 2 or not (deeds & READ_VERBS and deeds & WRITE_VERBS):
        return False
    return [word for word in said if word in deeds] != [word for word in meant if word in deeds]


def _neighbours(name: tuple[str, ...], word: str) -> tuple[str, str]:
    at = name.index(word)
    return name[at - 1] if at else "", name[at + 1] if at + 1 < len(name) else ""
