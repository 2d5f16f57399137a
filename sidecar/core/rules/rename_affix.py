"""`{"the_path": "a"}` → `{"path": "a"}`: a word more that says nothing, or one less.

`user` for `user_id`: the word that is left out only says what kind of thing it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.likeness import Likeness
from sidecar.core.proposals.proposal import Cost, Proposal, rule
from sidecar.core.proposals.renames import renames
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_COSTS = {Likeness.IDLE_WORD: Cost.LIKELY, Likeness.NOUN: Cost.LIKELY, Likeness.KIND: Cost.LIKELY}


@rule("required", "additionalProperties", "undeclared")
def rename_affix(violation: Violation, state: State) -> Iterator[Proposal]:
    return renames(violation, state, _COSTS)
