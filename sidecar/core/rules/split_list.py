"""`"1, 2"` → `["1", "2"]` where every part is a number, a constant or fits the pattern that items have."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import plain
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation
from sidecar.core.values import exact_number


@rule("type")
def split_list(violation: Violation, state: State) -> Iterator[Proposal]:
    text, items = violation.instance, violation.node.items
    if not isinstance(text, str) or items is None or "array" not in violation.node.types:
        return
    bare = text.strip()
    if bare[:1] in ("[", "("):
        if bare[-1:] != {"[": "]", "(": ")"}[bare[0]]:
            return  # a list that was cut off may have been longer
        bare = bare[1:-1]
    if state.accepts(items, text):
        return
    for separator in ("\n", ",", ";", "|"):
        parts = [part.strip().strip("'\"") for part in bare.split(separator)]
        if len(parts) > 1 and all(_is_item(part, items, state) for part in parts):
            yield propose(Cost.LIKELY, replace(violation.path, parts))
            return


def _is_item(part: str, items: Node, state: State) -> bool:
    """Whether `part` can only be an item of its own. Free text may hold separators itself."""
    if items.enum:
        return any(plain(str(constant)) == plain(part) for constant in items.enum) and bool(plain(part))
    if items.types <= {"integer", "number"}:
        return exact_number(part, whole="number" not in items.types) is not None
    return items.types == {"string"} and items.get("pattern") is not None and state.accepts(items, part)
