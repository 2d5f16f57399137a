"""`"business class"` → `"Business"` for `class`: the one constant left when plurals and idle words go."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import plain, singular, words
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_IDLE = frozenset("a an class format kind last level mode option the type unit".split())
_DENIES = frozenset("anti dis exclude excluded never no non not un without".split())


@rule("enum", "const")
def match_enum_words(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, str) or not violation.path or not set(value) <= _written(value):
        return
    own = {singular(word) for word in words(str(violation.path[-1]))} - _DENIES
    bare = _bare(value, own | _IDLE)
    constants = [constant for constant in violation.node.enum if isinstance(constant, str)]
    if not bare or any(plain(constant) == plain(value) for constant in constants):
        return
    same = [constant for constant in constants if bare in (_bare(constant, set()), _bare(constant, own))]
    if len(same) == 1:
        yield propose(Cost.LIKELY, replace(violation.path, same[0]))


def _written(value: str) -> set[str]:
    """The characters that words are written with. Any other may be a sign."""
    return {character for character in value if character.isalnum() or character in " _-'\"`.,"}


def _bare(text: str, idle: set[str] | frozenset[str]) -> tuple[str, ...]:
    """The words of `text` but for the idle ones, in the singular."""
    return tuple(word for word in map(singular, words(text)) if word not in idle)
