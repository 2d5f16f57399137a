"""`"[\"a\", \"b\"]"` → `["a", "b"]` where the schema wants an array or object and not this text."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import parse_container


@rule("type")
def parse_json_text(violation: Violation, state: State) -> Iterator[Proposal]:
    text = violation.instance
    if not isinstance(text, str) or not violation.node.types & {"array", "object"}:
        return
    value = parse_container(text)
    if value is None and "array" in violation.node.types and text.strip()[:1] == "{":
        value = parse_container(f"[{text}]")
    if isinstance(value, list) and "array" in violation.node.types:
        yield propose(Cost.KNOWN, replace(violation.path, value))
    elif isinstance(value, dict):
        if "object" in violation.node.types:
            yield propose(Cost.KNOWN, replace(violation.path, value))
        elif "array" in violation.node.types:
            yield propose(Cost.LIKELY, replace(violation.path, [value]))
