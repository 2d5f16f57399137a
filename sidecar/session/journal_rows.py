"""What became of one message → rows for the journal: shapes, or values where the user asked for them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sidecar.core.argument_text import raw_of
from sidecar.core.blocks import JsonObject, JsonValue, Outcome, RepairRecord
from sidecar.core.budget import limited
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.shapes import name, shape, without_values
from sidecar.core.toolset import Toolset
from sidecar.core.violation_text import said
from sidecar.results import pi_errors

from .time_budget import expiry

LONGEST_VALUE = 32_000  # characters of one call as JSON; beyond it a shape is kept even in mode full
LONGEST_SENTENCE = 400
VIOLATIONS_KEPT = 6


@dataclass(frozen=True, slots=True)
class Asked:
    """What asking a recovery model cost for one message."""

    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float


@dataclass(frozen=True, slots=True)
class Seen:
    """One message's outcome as it was when it happened. `whole`: values are kept, not shapes."""

    at: float
    session: str
    turn: str
    whole: bool
    observed: bool
    provider: str
    model: str
    message: JsonObject
    outcome: Outcome
    tools: Toolset
    host_errors: Mapping[str, str | None] = field(default_factory=dict)
    asked: Asked | None = None
    phantom: bool = False


def rows(seen: Seen) -> list[JsonObject]:
    common = {
        "at": seen.at,
        "session": seen.session,
        "turn": seen.turn,
        "observed": int(seen.observed),
        "whole": int(seen.whole),
        "provider": seen.provider,
        "model": seen.model,
    }
    return [{**common, **row} for row in _rows(seen)]


def _rows(seen: Seen) -> Iterator[JsonObject]:
    blocks = {
        str(block.get("id")): block for block in seen.message["content"] if block.get("type") == "toolCall"
    }
    for record in seen.outcome.repairs:
        block = blocks.get(record.id, {})
        yield {"kind": "repair", **_call(seen, block, record.before), **_repair(seen, record)}
    for declined in seen.outcome.declined:
        yield {"kind": "declined", **_refused(seen, blocks.get(declined.id, {}), declined.reason)}
    for guard in seen.outcome.guards:
        yield {"kind": "guard", **_refused(seen, blocks.get(guard.id, {}), guard.reason)}
    if seen.asked:
        asked = seen.asked
        yield {
            "kind": "asked",
            "asked": asked.model,
            "calls": asked.calls,
            "tokens_in": asked.tokens_in,
            "tokens_out": asked.tokens_out,
            "cost": asked.cost,
        }
    if seen.phantom:
        yield {"kind": "phantom", "stage": "phantom"}


def _repair(seen: Seen, record: RepairRecord) -> JsonObject:
    arguments = record.before["arguments"]
    return {
        "call": record.id,
        "tool": record.tool,
        "stage": record.stage,
        "rules": json.dumps(record.rules),
        "summary": _sentence(seen, record.summary, arguments),
        "after": _kept(seen, record.after["arguments"]),
        "ms": record.ms,
    }


def _refused(seen: Seen, block: JsonObject, why: str) -> JsonObject:
    called = {"name": block.get("name", ""), "arguments": block.get("arguments")}
    return {
        **_call(seen, block, called),
        "call": str(block.get("id", "")),
        "tool": _name(seen, str(called["name"])),
        "reason": _sentence(seen, why, called),
    }


def _call(seen: Seen, block: JsonObject, called: Mapping[str, Any]) -> JsonObject:
    """The call as the model wrote it, what is wrong with it, and what pi said."""
    arguments: JsonValue = called["arguments"]
    error = block.get("argumentsError")
    raw = raw_of(error) if isinstance(error, str) else None
    host = seen.host_errors.get(str(block.get("id"))) or (error if isinstance(error, str) else "")
    return {
        "called": _name(seen, str(called["name"])),
        "before": _kept(seen, arguments if raw is None else raw),
        "violations": json.dumps(_violations(seen, str(called["name"]), arguments) if raw is None else []),
        "pi": _kind(host, malformed=raw is not None) if host else None,
        "complaints": json.dumps(_complaints(seen, host, arguments)),
    }


def _kind(host: str, *, malformed: bool) -> str:
    return pi_errors.kind(host) or ("malformed" if malformed else "other")


def _complaints(seen: Seen, host: str, arguments: JsonValue) -> list[str]:
    found: Sequence[str] = pi_errors.complaints(host)
    if not found and host and seen.whole:
        found = [host.partition("\n")[0][:LONGEST_SENTENCE]]
    return list(found) if seen.whole else [without_values(line, arguments) for line in found]


def _violations(seen: Seen, tool: str, arguments: JsonValue) -> list[str]:
    if seen.tools.get(tool) is None:
        return []
    try:
        with limited(expiry()):
            found = seen.tools.contract(tool).violations(arguments)[:VIOLATIONS_KEPT]
    except (UnusableSchemaError, RecursionError):
        return []
    return [said(violation) for violation in found]


def _kept(seen: Seen, value: JsonValue) -> str:
    if seen.whole:
        text = json.dumps(value)
        if len(text) <= LONGEST_VALUE:
            return text
    return json.dumps(shape(value))


def _sentence(seen: Seen, text: str, arguments: JsonValue) -> str:
    return text[:LONGEST_SENTENCE] if seen.whole else without_values(text, arguments)


def _name(seen: Seen, text: str) -> str:
    return text[:LONGEST_SENTENCE] if seen.whole else name(text)
