"""`"Spoots"` → `"Sports"`: the one constant that is a letter off."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.aliases import is_ordinary
from sidecar.core.names.opposites import opposed
from sidecar.core.names.words import distance, plain, words
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_SHORTEST = 4  # letters of a value
_CODE_LONGER = 5  # letters; a shorter word with another letter is a code of its own: `aed` is not `aud`


@rule("enum", "const")
def match_enum_typo(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, str) or len(plain(value)) < _SHORTEST:
        return
    short = plain(value)
    if is_ordinary(short):
        return  # `set` is no slip of `get`
    constants = [constant for constant in violation.node.enum if isinstance(constant, str)]
    if any(plain(constant) == short for constant in constants):
        return
    near = [
        c
        for c in constants
        if distance(short, plain(c), 1) == 1 and not _counts(short, c) and not _is_another(value, c)
    ]
    if len(near) == 1:
        yield propose(Cost.LIKELY, replace(violation.path, near[0]))


def _is_another(value: str, constant: str) -> bool:
    """A code (`aed`, `EDT`, `zh-hant`) is no typo of another code, nor a word of its opposite."""
    mine, theirs = words(value), words(constant)
    if len(mine) != len(theirs):
        mine, theirs = (plain(value),), (plain(constant),)
    return any(
        (max(len(left), len(right)) < _CODE_LONGER and sorted(left) != sorted(right)) or opposed(left, right)
        for left, right in zip(mine, theirs, strict=True)
        if left != right
    )


def _counts(short: str, constant: str) -> bool:
    """Whether the two differ in a digit: `v2` is no typo of `v3`."""
    return [c for c in short if c.isdigit()] != [c for c in constant if c.isdigit()]
