"""`{"input_path": "a"}` → `{"path": "a"}`: a word more or less at either end of the name."""

from __future__ import annotations

from collections.abc import Iterator

from ..keys import Likeness, renames
from ..proposal import Cost, Proposal, rule
from ..state import State
from ..violation import Violation


@rule("required", "additionalProperties", "undeclared")
def rename_affix(violation: Violation, state: State) -> Iterator[Proposal]:
    return renames(violation, state, {Likeness.AFFIX: Cost.LIKELY})
