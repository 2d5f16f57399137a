"""`"^2024$"` → `"2024"` where the schema refuses the anchors and takes the text between them."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation


@rule("pattern", "enum", "const", "format", "type")
def strip_anchors(violation: Violation, state: State) -> Iterator[Proposal]:
    text = violation.instance
    if not isinstance(text, str) or len(text) < 2 or not (text.startswith("^") or text.endswith("$")):
        return
    bare = text.removeprefix("^").removesuffix("$")
    if bare and state.accepts(violation.node, bare):
        yield propose(Cost.EXACT, replace(violation.path, bare))
