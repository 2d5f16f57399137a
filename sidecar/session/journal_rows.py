"""One judged message → rows for the journal, with shapes, or with values where the user asked for them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sidecar.core.argument_text import raw_of
from sidecar.core.blocks import JsonObject, JsonValue, LeftAsText, Outcome, RepairRecord
from sidecar.core.budget import limited
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.shapes import in_kinds, name, shape, without_values
from sidecar.core.toolset import Toolset
from sidecar.core.violation_text import said
from sidecar.results import pi_errors

from .time_budget import expiry

LONGEST_VALUE = 32_000  # characters of one call as JSON; beyond it a shape is kept even in mode full
LONGEST_SENTENCE = 400  # characters
VIOLATIONS_KEPT = 6


@dataclass(frozen=True, slots=True)
class Asked:
    """What asking a recovery model took for one message. `cost` in US dollars."""

    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float


@dataclass(frozen=True, slots=True)
class Origin:
    """`at`: seconds since the epoch. `provider`, `model`: who wrote the message."""

    at: float
    session: str
    turn: str
    provider: str
    model: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A message as it came and what became of it. `host_errors`: by call id, pi's error for the call."""

    message: JsonObject
    outcome: Outcome
    tools: Toolset
    host_errors: Mapping[str, str | None]
    phantom: bool = False


@dataclass(frozen=True, slots=True)
class MessageEntry:
    """All that the journal's rows for one message are made of. `whole`: values are kept, not shapes.
    `observed`: mode observe changed nothing. `asked`: None where no recovery model was asked."""

    origin: Origin
    judged: Judged
    whole: bool = False
    observed: bool = False
    asked: Asked | None = None


def rows(entry: MessageEntry) -> list[JsonObject]:
    """For each call that was repaired, declined, guarded or left as text, for asking, for an empty turn."""
    common = {**asdict(entry.origin), "observed": int(entry.observed), "whole": int(entry.whole)}
    return [{**common, **row} for row in _rows(entry)]


def complaints_of(error: str) -> list[str]:
    """What pi found wrong with a call, without the call's values."""
    return [without_values(line, None) for line in pi_errors.complaints(error)]


def _rows(entry: MessageEntry) -> Iterator[JsonObject]:
    outcome, message = entry.judged.outcome, entry.judged.message
    made = outcome.message["content"] if outcome.message is not None else ()  # of leaked text
    blocks = {
        str(block.get("id")): block
        for block in (*made, *message["content"])
        if block.get("type") == "toolCall"
    }
    sent = {str(block.get("id")) for block in message["content"]}

    def stage(call_id: str) -> JsonObject:
        return {} if call_id in sent else {"stage": "grammar"}  # pi saw no call in the text

    for record in entry.judged.outcome.repairs:
        block = blocks.get(record.id, {})
        yield {"kind": "repair", **_call(entry, block, record.before), **_repair(entry, record)}
    for declined in entry.judged.outcome.declined:
        yield {
            "kind": "declined",
            **_refused(entry, blocks.get(declined.id, {}), declined.reason),
            **stage(declined.id),
        }
    for guard in entry.judged.outcome.guards:
        yield {"kind": "guard", **_refused(entry, blocks.get(guard.id, {}), guard.reason), **stage(guard.id)}
    for left in entry.judged.outcome.left:
        if left.name and entry.judged.tools.get(left.name):
            yield {"kind": "left", **_left(entry, left)}
    if entry.asked:
        asked = entry.asked
        yield {
            "kind": "asked",
            "asked": asked.model,
            "calls": asked.calls,
            "tokens_in": asked.tokens_in,
            "tokens_out": asked.tokens_out,
            "cost": asked.cost,
        }
    if entry.judged.phantom:
        yield {"kind": "phantom", "stage": "phantom"}


def _repair(entry: MessageEntry, record: RepairRecord) -> JsonObject:
    arguments = record.before["arguments"]
    return {
        "call": record.id,
        "tool": record.tool,
        "stage": record.stage,
        "rules": json.dumps(record.rules),
        "summary": _sentence(entry, record.summary if entry.whole else in_kinds(record.summary), arguments),
        "after": _value(entry, record.after["arguments"]),
        "ms": record.ms,
    }


def _left(entry: MessageEntry, left: LeftAsText) -> JsonObject:
    """A call that was written as text and stayed text."""
    return {
        "tool": _name(entry, left.name),
        "called": _name(entry, left.name),
        "stage": "grammar",
        "rules": json.dumps([left.grammar] if left.grammar else []),
        "before": _value(entry, left.arguments),
        "reason": f"left as text: {left.reason}",
    }


def _refused(entry: MessageEntry, block: JsonObject, why: str) -> JsonObject:
    called = {"name": block.get("name", ""), "arguments": block.get("arguments")}
    return {
        **_call(entry, block, called),
        "call": str(block.get("id", "")),
        "tool": _name(entry, str(called["name"])),
        "reason": _sentence(entry, why, called),
    }


def _call(entry: MessageEntry, block: JsonObject, called: Mapping[str, Any]) -> JsonObject:
    """The call as the model wrote it, what is wrong with it, and pi's error."""
    arguments: JsonValue = called["arguments"]
    error = block.get("argumentsError")
    raw = raw_of(error) if isinstance(error, str) else None
    host = entry.judged.host_errors.get(str(block.get("id"))) or (error if isinstance(error, str) else "")
    return {
        "called": _name(entry, str(called["name"])),
        "before": _value(entry, arguments if raw is None else raw),
        "violations": json.dumps(_violations(entry, str(called["name"]), arguments) if raw is None else []),
        "pi": _kind(host, malformed=raw is not None) if host else None,
        "complaints": json.dumps(_complaints(entry, host, arguments)),
    }


def _kind(host: str, *, malformed: bool) -> str:
    return pi_errors.kind(host) or ("malformed" if malformed else "other")


def _complaints(entry: MessageEntry, host: str, arguments: JsonValue) -> list[str]:
    found: Sequence[str] = pi_errors.complaints(host)
    if not found and host and entry.whole:
        found = [host.partition("\n")[0][:LONGEST_SENTENCE]]
    return list(found) if entry.whole else [without_values(line, arguments) for line in found]


def _violations(entry: MessageEntry, tool: str, arguments: JsonValue) -> list[str]:
    if entry.judged.tools.get(tool) is None:
        return []
    try:
        with limited(expiry()):
            found = entry.judged.tools.contract(tool).violations(arguments)[:VIOLATIONS_KEPT]
    except (UnusableSchemaError, RecursionError):
        return []
    return [said(violation) for violation in found]


def _value(entry: MessageEntry, value: JsonValue) -> str:
    if entry.whole:
        text = json.dumps(value)
        if len(text) <= LONGEST_VALUE:
            return text
    return json.dumps(shape(value))


def _sentence(entry: MessageEntry, text: str, arguments: JsonValue) -> str:
    return text[:LONGEST_SENTENCE] if entry.whole else without_values(text, arguments)


def _name(entry: MessageEntry, text: str) -> str:
    return text[:LONGEST_SENTENCE] if entry.whole else name(text)
