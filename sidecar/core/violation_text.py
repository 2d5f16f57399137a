"""A violation in words without the value that broke the schema: `edits.0.newText is missing`."""

from __future__ import annotations

from .patch import dotted
from .schema.violation import Violation
from .shapes import name


def said(violation: Violation) -> str:
    steps = (*violation.path, violation.name) if violation.name else violation.path
    place = dotted(tuple(name(step) if isinstance(step, str) else step for step in steps))
    match violation.keyword:
        case "required":
            return f"{place} is missing"
        case "additionalProperties" | "undeclared":
            return f"{place} is not declared"
        case "type":
            kinds = violation.expected if isinstance(violation.expected, list) else [violation.expected]
            return f"{place} must be {' or '.join(map(str, kinds))}"
        case keyword:
            return f"{place} breaks {keyword}"
