"""`"Spoots"` → `"Sports"`: the one constant that is a letter off."""

from __future__ import annotations

from collections.abc import Iterator

from ..aliases import is_ordinary
from ..patch import replace
from ..proposal import Cost, Proposal, propose, rule
from ..state import State
from ..violation import Violation
from ..words import distance, plain


@rule("enum", "const")
def match_enum_typo(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, str) or len(plain(value)) < 3:
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
        if len(plain(c)) > 2 and distance(short, plain(c), 1) == 1 and not _counts(short, c)
    ]
    if len(near) == 1:
        yield propose(Cost.LIKELY, replace(violation.path, near[0]))


def _counts(short: str, constant: str) -> bool:
    """Whether the two differ in a digit: `v2` is no typo of `v3`."""
    return [c for c in short if c.isdigit()] != [c for c in constant if c.isdigit()]
