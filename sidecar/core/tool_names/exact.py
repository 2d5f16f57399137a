"""`Read`, `functions.read`, `read<|channel|>commentary` → `read`: equal after case, separators and junk."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.proposals.proposal import Cost

from .foreign import own_map
from .index import spelling
from .proposal import Asked, NameProposal


def propose(asked: Asked) -> Iterator[NameProposal]:
    for step, variant in enumerate(asked.variants):
        known = variant in asked.tools.active
        if found := (variant,) if known else asked.index.by_spelling.get(spelling(variant)):
            if len(found) == 1:
                cost, how = (Cost.KNOWN, "name-affix") if step else (Cost.EXACT, "name-case")
                arguments_map = own_map(asked, found[0])
                strict = arguments_map is not None
                yield NameProposal(found[0], cost, how, arguments_map, strict_arguments=strict)
            return


def ambiguous(asked: Asked) -> bool:
    """Whether a spelling of the name belongs to two tools: nothing can tell which was meant."""
    for variant in asked.variants:
        if variant in asked.tools.active:
            return False
        found = asked.index.by_spelling.get(spelling(variant), ())
        if found:
            return len(found) > 1
    return False
