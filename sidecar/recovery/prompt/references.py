"""The failing call's values, numbered: `{"filename": "a.txt"}` → `$1` is "a.txt", and put back later.

The tokens occur in no value of the call and nowhere in the schemas, so a text that looks like one is never
taken for one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from sidecar.core.blocks import JsonValue, Path, ToolCall
from sidecar.core.values import decode_json, is_empty

from .lexical import readings
from .values import decode_container, walk

REFERENCES = 40  # numbered values a question; the shallow ones come first
DECODED = 16  # JSON inside a text is numbered too while it is a call's worth of values, not a document's
RESOLVED = 1_000  # tokens put back in one answer; a reply that repeats one for ever is no call
_JOINTS = r"[\s/\\,;:|.=]*"  # what may stand between two references in one text


@dataclass(frozen=True, slots=True)
class References:
    """`values` by token. `places` are the paths of the tokens in the call, for showing it."""

    values: Mapping[str, JsonValue]
    places: Mapping[Path, str]

    def resolve(self, answer: JsonValue) -> JsonValue:
        """`answer` with every token replaced by its value, byte for byte. ValueError when it is endless."""
        if not self.values:
            return answer
        tokens = "|".join(re.escape(token) for token in sorted(self.values, key=len, reverse=True))
        joined = re.compile(rf"{_JOINTS}(?:(?:{tokens})(?!\d){_JOINTS}){{2,16}}")
        each = re.compile(rf"(?:{tokens})(?!\d)")
        left = count(RESOLVED, -1)

        def value_of(text: str) -> JsonValue:
            if text in self.values:
                if next(left) <= 0:
                    raise ValueError("the answer repeats references without end")
                return self.values[text]
            if len(text) <= 400 and joined.fullmatch(text):
                return each.sub(lambda match: _text(self.values[match[0]]), text)
            return text

        return _mapped(answer, value_of)


def number(call: ToolCall, avoid: Iterable[str] = ()) -> References:
    """Number the values of `call`. No token occurs in the call or in `avoid`."""
    values: list[tuple[Path | None, JsonValue]] = list(_values(call))[:REFERENCES]
    everything = [json.dumps(call.arguments, ensure_ascii=False), call.raw or "", *avoid]
    left, right = _sigil(everything)
    tokens = [f"{left}{index}{right}" for index in range(1, len(values) + 1)]
    return References(
        {token: value for token, (_, value) in zip(tokens, values, strict=True)},
        {path: token for token, (path, _) in zip(tokens, values, strict=True) if path is not None},
    )


def call_value(call: ToolCall) -> JsonValue:
    """The call's arguments: the object, or the JSON its text holds; None where the text is no JSON at all."""
    if call.raw is None:
        return call.arguments
    try:
        return decode_json(call.raw)
    except ValueError:
        return None


def _values(call: ToolCall) -> Iterator[tuple[Path | None, JsonValue]]:
    arguments = call_value(call)
    if arguments is None:
        yield from ((None, read) for read in readings(call.raw or ""))
        return
    shallow_first = sorted(walk(arguments), key=lambda found: len(found[0]))
    inside: list[dict[str, Any] | list[Any]] = []
    for path, value in shallow_first[: 4 * REFERENCES]:
        if is_empty(value) or (not path and isinstance(value, dict)):
            continue
        yield path, value
        if isinstance(value, str):
            decoded = decode_container(value)
            if decoded is not None:
                inside.append(decoded)
    for decoded in inside:
        within = sorted(islice(walk(decoded), DECODED + 1), key=lambda found: len(found[0]))
        if len(within) <= DECODED:
            yield from ((None, found) for _, found in within if not is_empty(found))


def _sigil(texts: list[str]) -> tuple[str, str]:
    for left, right in (("$", ""), ("$$", ""), ("«", "»"), ("⟦", "⟧")):
        seen = re.compile(re.escape(left) + r"\d")
        if not any(seen.search(text) for text in texts):
            return left, right
    longest = max(len(run) for text in texts for run in re.findall(r"\$+", text))
    return "$" * (longest + 1), ""


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _mapped(value: JsonValue, change: Callable[[str], JsonValue]) -> JsonValue:
    """`value` with `change` done to every text in it; keys stay."""
    root: list[Any] = [value]
    todo: list[tuple[Any, int | str]] = [(root, 0)]
    while todo:
        holder, step = todo.pop()
        here = holder[step]
        if isinstance(here, str):
            holder[step] = change(here)
        elif isinstance(here, dict):
            holder[step] = dict(here)
            todo.extend((holder[step], key) for key in here)
        elif isinstance(here, list):
            holder[step] = list(here)
            todo.extend((holder[step], index) for index in range(len(here)))
    changed: JsonValue = root[0]
    return changed
