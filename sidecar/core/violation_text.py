"""A violation in words without the value that broke the schema: `edits.0.newText is missing`."""

from __future__ import annotations

import json

from .blocks import JsonValue
from .patch import dotted
from .schema.violation import Violation
from .shapes import name

MEMBERS_SHOWN = 8
LONGEST = 40  # characters of a member


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
        case "enum" if isinstance(violation.expected, list):
            return f"{place} must be one of {_listed(violation.expected)}"
        case "const":
            return f"{place} must be {_short(violation.expected)}"
        case keyword:
            return f"{place} breaks {keyword}"


def _listed(members: list[JsonValue]) -> str:
    shown = ", ".join(_short(member) for member in members[:MEMBERS_SHOWN])
    return f"{shown} and {len(members) - MEMBERS_SHOWN} more" if len(members) > MEMBERS_SHOWN else shown


def _short(member: JsonValue) -> str:
    text = json.dumps(member, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
