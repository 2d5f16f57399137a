"""`{"path": "a.json", "content": {"b": 1}}` → content as JSON text: a file given as what it holds."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.likeness import Likeness, likeness
from sidecar.core.names.words import plain
from sidecar.core.patch import replace, value_at
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.spelling import json_text

_CONTENT = frozenset({"content", "contents", "filecontent", "filetext", "text", "body", "data"})


@rule("type")
def write_json_text(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if not isinstance(value, (dict, list)) or "string" not in violation.node.types or not violation.path:
        return
    if plain(str(violation.path[-1])) not in _CONTENT:
        return
    beside = value_at(state.arguments, violation.path[:-1])
    paths = [
        text
        for key, text in beside.items()
        if isinstance(text, str) and likeness(key, "path", "write") in (Likeness.SPELLING, Likeness.ALIAS)
    ]
    if len(paths) == 1 and paths[0].lower().endswith(".json"):
        text = json_text(value)
        yield propose(Cost.KNOWN, replace(violation.path, text))
