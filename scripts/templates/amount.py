"""What a model writes for one call and for two → the row of tokens that it amounts to."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sidecar.core.grammars.scan.row import Body, Row

from .render import FIRST, SECOND, Probe

_PIECE = re.compile(r"<[^<>\n]*>|\[[A-Z_/]+\]|\s+|[^\s<\[]+|[<\[]")
_FIELDS = (
    *("named_before", "opener", "before_name", "after_name", "key", "value", "value_end", "closer"),
    *("wrapper", "wrapper_end"),
)


@dataclass(frozen=True, slots=True)
class Core:
    """The name and the arguments of a call, from `start` to `end`, and the tokens inside of it."""

    body: Body
    start: int
    end: int
    after_name: str = ""
    key: str = ""
    value: str = ""
    value_end: str = ""


def row(name: str, one: str, two: str | None, ending: str = "") -> Row | None:
    """The row of a template that writes `one` for the first probe and `two` for both; None where it is none.

    `ending`: what follows every message.
    """
    first = _core(one, FIRST, 0)
    if first is None:
        return None
    wrapper, opener, closer, wrapper_end = _around(one, first, two)
    if two is None or not (opener and wrapper_end):
        closer = _without(closer, ending)
    wrapper_end = _without(wrapper_end, ending)
    named_before, _, opener = opener.rpartition(FIRST.name)
    opener, _, before_name = opener.partition(FIRST.id)
    return Row(
        name=name,
        about="``: .",
        body=first.body,
        opener=_tokens(opener),
        closer=_tokens(closer),
        before_name=_tokens(before_name),
        after_name=_tokens(first.after_name),
        key=_tokens(first.key),
        value=_tokens(first.value),
        value_end=_tokens(first.value_end),
        wrapper=_tokens(wrapper),
        wrapper_end=_tokens(wrapper_end),
        prompted=bool(opener.strip()) and not one[: first.start].strip(),
        named_before=_tokens(named_before),
    )


def source(found: Row) -> str:
    """The row as it stands in `rows.ROWS`."""
    lines = [f"    Row(\n        name={json.dumps(found.name)},\n        about={json.dumps(found.about)},"]
    lines.append(f"        body=Body.{found.body.name},")
    for field in _FIELDS:
        said = [json.dumps(token, ensure_ascii=False) for token in getattr(found, field)]
        if said:
            lines.append(f"        {field}=({', '.join(said)}{',' if len(said) == 1 else ''}),")
    if found.prompted:
        lines.append("        prompted=True,")
    return "\n".join([*lines, "    ),"])


def _around(one: str, first: Core, two: str | None) -> tuple[str, str, str, str]:
    """What stands before all calls, before each, after each, and after all."""
    head, tail = one[: first.start], one[first.end :]
    again = _core(two, FIRST, 0) if two is not None else None
    other = _core(two, SECOND, again.end) if two is not None and again is not None else None
    if two is None or again is None or other is None:  # one call a message, or a list of them
        return "", head, tail, ""
    between = _pieces(
        two[again.end : other.start].replace(SECOND.name, FIRST.name).replace(SECOND.id, FIRST.id)
    )
    after = _pieces(two[other.end :])
    closer = _common(between, after)
    opener = between[len(closer) :]
    if head.lstrip().startswith(FIRST.name):  # the prompt holds what stands before the name
        head = ""
    if head.strip():
        before = _pieces(head)
        opener = _common(before[::-1], opener[::-1])[::-1]
        head = "".join(before[: len(before) - len(opener)])
    if not "".join(opener).strip():  # what opens the first call opens them all
        return "", head, "".join(after), ""
    return head, "".join(opener), "".join(closer), "".join(after[len(closer) :])


def _core(text: str | None, probe: Probe, since: int) -> Core | None:
    if text is None:
        return None
    for read in (_json, _arguments, _python, _values):
        for said in re.finditer(probe.name, text[since:]):
            core = read(text, probe, since + said.start(), since)
            if core is not None:
                return core
    return None


def _json(text: str, probe: Probe, at: int, since: int) -> Core | None:
    """Name and arguments in one JSON value, from its outermost bracket on."""
    for bracket in re.finditer(r"[\[{]", text[since:at]):
        start = since + bracket.start()
        decoded = _decoded(text, start)
        if decoded is None or decoded[1] <= at:
            continue
        value, end = decoded
        calls = value if isinstance(value, list) else [value]
        if all(isinstance(call, dict) for call in calls):
            keyed = any(probe.name in call for call in calls)
            return Core(Body.KEYED_JSON if keyed else Body.JSON, start, end)
    return None


def _arguments(text: str, probe: Probe, at: int, since: int) -> Core | None:
    brace = text.find("{", at)
    decoded = _decoded(text, brace) if brace >= 0 else None
    if decoded is None or decoded[0] != dict(probe.arguments):
        return None
    return Core(Body.ARGUMENTS, at, decoded[1], after_name=text[at + len(probe.name) : brace])


def _python(text: str, probe: Probe, at: int, since: int) -> Core | None:
    if not text.startswith("(", at + len(probe.name)):
        return None
    last = text.find(list(probe.arguments.values())[-1], at)
    end = text.find(")", last) + 1
    if last < 0 or end == 0:
        return None
    listed = text[:at].rstrip().endswith("[") and text.find("]", end) >= 0
    start = text.rindex("[", 0, at) if listed else at
    return Core(Body.PYTHON, start, text.find("]", end) + 1 if listed else end)


def _values(text: str, probe: Probe, at: int, since: int) -> Core | None:
    words = (probe.name, *(word for pair in probe.arguments.items() for word in pair))
    places = [at, *(text.find(word, at) for word in words[1:])]
    if -1 in places or places != sorted(places):
        return None
    ends = [place + len(word) for place, word in zip(places, words, strict=True)]
    before_key, to_value, to_key = (text[ends[index] : places[index + 1]] for index in range(3))
    value_end = "".join(_common(_pieces(to_key), _pieces(text[ends[4] :])))
    key = to_key[len(value_end) :].strip()
    after_name = before_key.strip().removesuffix(key)
    return Core(Body.VALUES, at, ends[4] + len(value_end), after_name, key, to_value, value_end)


def _decoded(text: str, at: int) -> tuple[Any, int] | None:
    try:
        value, end = json.JSONDecoder().raw_decode(text[at:])
    except ValueError:
        return None
    return value, at + end


def _pieces(text: str) -> list[str]:
    """Tags, words and white space."""
    return _PIECE.findall(text)


def _common(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """The pieces with which both begin."""
    length = 0
    while length < min(len(left), len(right)) and left[length] == right[length]:
        length += 1
    return list(left[:length])


def _without(text: str, ending: str) -> str:
    """The text without the pieces that it ends with as every message does."""
    pieces = _pieces(text.strip())
    return "".join(pieces[: len(pieces) - len(_common(pieces[::-1], _pieces(ending.strip())[::-1]))])


def _tokens(text: str) -> tuple[str, ...]:
    """The text as the one token of a row: white space may stand wherever a space does."""
    said = re.sub(r"(?<=>)\s*(?=<)", " ", " ".join(text.split()))
    return (said,) if said else ()
