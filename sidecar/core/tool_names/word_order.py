"""`concert_find` → `find_concert`: the same words, one of them moved from one end to the other."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import words
from sidecar.core.proposals.proposal import Cost

from .actions import ACTIONS
from .proposal import Asked, NameProposal


def propose(asked: Asked) -> Iterator[NameProposal]:
    for variant in asked.variants:
        said = words(variant)
        actions = len(ACTIONS.intersection(said))
        # in `list_set` and `json_xml` the order says which is which
        if actions > 1 or len(said) < (2 if actions else 3):
            continue
        found = asked.index.by_words.get(" ".join(sorted(said)), ())
        if len(found) == 1 and words(found[0]) in (said[1:] + said[:1], said[-1:] + said[:-1]):
            yield NameProposal(found[0], Cost.LIKELY, "name-word-order", strict_arguments=True)
        if found:
            return
