"""The structured hints of a failed result, wherever they survived: `_meta`, structured content, JSON text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.names.words import plain

from .observation import Observation

DEEPEST = 5  # a JSON-RPC error in a result in an envelope; deeper is data, not a hint
MOST_NODES = 400
MOST_KEPT = 6  # hints of one kind
LONGEST_KEY = 64
LONGEST = 2_000  # characters of one hint

# By the key's letters alone: `retry_hint`, `retryHint`.
EXAMPLES = frozenset("example examples exampleargs exampleinput validexample validexamples".split())
ALTERNATIVES = frozenset("alternative alternatives alternativetools suggestedtools relatedtools".split())
ADVICE = frozenset(
    "authhint didyoumean fix help hint hints howtofix nextstep nextsteps recoveryhint remediation remedy"
    " resolution retryhint signuphint suggestion suggestions tip validvalues allowedvalues".split()
)
FEEDBACK = frozenset("feedbackhint feedback".split())
MESSAGES = frozenset("detail errordescription errormessage message msg reason title".split())
LISTED = frozenset("errors issues violations invalidparams fielderrors problems".split())
INNER = frozenset(
    "content data details error errorinfo extensions meta problem result structuredcontent structured".split()
)
SAID = ("message", "msg", "detail", "reason")
PLACES = ("path", "pointer", "field", "param", "parameter", "loc", "name", "location", "property")


@dataclass(frozen=True, slots=True)
class Alternative:
    tool: str
    reason: str = ""


@dataclass(slots=True)
class Hints:
    messages: list[str] = field(default_factory=list)
    examples: list[JsonObject] = field(default_factory=list)
    alternatives: list[Alternative] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)
    feedback: list[str] = field(default_factory=list)


def read(observation: Observation) -> Hints:
    hints = Hints()
    details = observation.result.details
    places: list[JsonValue] = [
        details.get("_meta") if isinstance(details, dict) else None,
        observation.result.structured,
        observation.json_in_text,
    ]
    places += [block.get("_meta") for block in observation.result.content if isinstance(block, dict)]
    for key, value in _walk(places):
        _sort(key, value, hints)
    return hints


def _walk(places: list[JsonValue]) -> Iterator[tuple[str, Any]]:
    """Every key and value of objects that carry a result's own words, outer ones first."""
    todo: list[tuple[Any, int]] = [(place, 0) for place in places if isinstance(place, (dict, list))]
    seen = 0
    while todo and seen < MOST_NODES:
        here, depth = todo.pop(0)
        seen += 1
        if isinstance(here, list):
            todo += [(item, depth) for item in here[:20] if isinstance(item, dict)]
            continue
        for name, value in here.items():
            key = plain(str(name)[:LONGEST_KEY])
            yield key, value
            namespaced = "/" in str(name)  # `ai.example/error`, as keys of _meta are
            if namespaced:
                yield "issues", value
            within = key in INNER or namespaced
            if within and isinstance(value, (dict, list)) and depth < DEEPEST:
                todo.append((value, depth + 1))


def _sort(key: str, value: Any, hints: Hints) -> None:
    if key in EXAMPLES:
        _keep(hints.examples, (item for item in _items(value) if isinstance(item, dict) and item))
    elif key in ALTERNATIVES:
        _keep(hints.alternatives, filter(None, map(_alternative, _items(value))))
    elif key in ADVICE:
        _keep(hints.advice, _texts(value))
    elif key in FEEDBACK:
        _keep(hints.feedback, _texts(value))
    elif key in LISTED:
        _keep(hints.messages, filter(None, map(_fault, _items(value))))
    elif key in MESSAGES or (key == "error" and isinstance(value, str)):
        _keep(hints.messages, _texts(value))


def _keep(kept: list[Any], found: Iterable[Any]) -> None:
    for one in found:
        if len(kept) < MOST_KEPT and one not in kept:
            kept.append(one)


def _items(value: Any) -> list[Any]:
    return value[:20] if isinstance(value, list) else [value]


def _texts(value: Any) -> Iterator[str]:
    for item in _items(value):
        if isinstance(item, str) and item.strip():
            yield item[:LONGEST]


def _alternative(item: Any) -> Alternative | None:
    if isinstance(item, str) and item.strip():
        return Alternative(item[:200])
    if not isinstance(item, dict):
        return None
    named = next((item[key] for key in ("tool", "name", "toolName") if isinstance(item.get(key), str)), "")
    reasons = ("reason", "why", "description")
    reason = next((item[key] for key in reasons if isinstance(item.get(key), str)), "")
    return Alternative(named[:200], reason[:LONGEST]) if named.strip() else None


def _fault(item: Any) -> str | None:
    """`{"path": "/x", "message": "must be a number"}` → `x: must be a number`."""
    if isinstance(item, str):
        return item[:LONGEST]
    if not isinstance(item, dict):
        return None
    said = next((item[key] for key in SAID if isinstance(item.get(key), str)), "")
    if not said.strip() and isinstance(item.get("expected"), (str, int, float)):
        said = f"expected {item['expected']}"
    if not said.strip():
        return None
    where = next((item[key] for key in PLACES if item.get(key) not in (None, "", [])), "")
    steps = where if isinstance(where, list) else str(where).lstrip("#/$.").split("/")
    place = ".".join(str(step) for step in steps[:8])
    return f"{place}: {said}"[:LONGEST] if place else said[:LONGEST]
