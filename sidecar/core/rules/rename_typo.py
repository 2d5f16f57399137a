"""`{"contnet": "a"}` → `{"content": "a"}`: one or two letters off."""

from __future__ import annotations

from collections.abc import Iterator

from ..keys import Likeness, renames
from ..proposal import Cost, Proposal, rule
from ..state import State
from ..violation import Violation


@rule("required", "additionalProperties", "undeclared")
def rename_typo(violation: Violation, state: State) -> Iterator[Proposal]:
    return renames(violation, state, {Likeness.TYPO: Cost.GUESS})
