"""`{"contnet": "a"}` → `{"content": "a"}`: a letter of a long word doubled, added, left out or transposed."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.likeness import Likeness
from sidecar.core.proposals.proposal import Cost, Proposal, rule
from sidecar.core.proposals.renames import renames
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation


@rule("required", "additionalProperties", "undeclared")
def rename_typo(violation: Violation, state: State) -> Iterator[Proposal]:
    return renames(violation, state, {Likeness.MISSPELT: Cost.GUESS})
