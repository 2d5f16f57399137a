"""Calls written as tags around raw text: `<function=N><parameter=K>V</parameter></function>` and the like.

Values are not XML and never unescaped. A value ends at a closer before another parameter, the end of the call
or the next call. So a closer in a file's text does not end it, nor does a whole call inside a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from re import Match, Pattern
from typing import TypeAlias

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, Span, broken
from sidecar.core.literals import Fault, skip_space
from sidecar.core.toolset import Toolset

from .json_value import scan_json
from .plain_tags import plain_tag, plain_value
from .tag_values import Value, inline_typed
from .typed import parameters

Type: TypeAlias = "Callable[[str, list[Value], Toolset], JsonObject]"


@dataclass(frozen=True)
class Tags:
    """The tags of one format. `call` has a group `name`; `value` has a group `key`.

    `wrapper` and `wrapper_end` go around several calls and may be missing. `type` turns values into
    arguments. `closes_itself`: whether an opener is the whole call (`<invoke name="ls"/>`). `lax`: a value's
    closer may be missing before the next tag. `body_json`: the body may be one JSON object. `plain`: values
    may be `<K>V</K>`. `tokens` is made of the four tags, to walk over them.
    """

    call: Pattern[str]
    call_end: Pattern[str]
    value: Pattern[str]
    value_end: Pattern[str]
    wrapper: Pattern[str] | None = None
    wrapper_end: Pattern[str] | None = None
    type: Type = inline_typed
    closes_itself: Callable[[Match[str]], bool] = lambda opened: False
    lax: bool = False
    body_json: bool = False
    plain: bool = False
    tokens: Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        kinds = (("v", self.value), ("e", self.value_end), ("c", self.call), ("x", self.call_end))
        plain = (f"(?P<{kind}_>{_unnamed(pattern.pattern)})" for kind, pattern in kinds)
        object.__setattr__(self, "tokens", re.compile("|".join(plain)))


def _unnamed(source: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", source)


def extract_tags(text: str, at: int, tags: Tags, tools: Toolset) -> Block | None:
    """The block that begins at `at`, with or without its wrapper."""
    here, start = at, at
    while tags.wrapper is not None and (wrapped := tags.wrapper.match(text, here)) is not None:
        here = skip_space(text, wrapped.end())
    if here < len(text) and tags.call.match(text, here) is None:
        return None
    leaks: list[Leak] = []
    while (opened := tags.call.match(text, here)) is not None:
        read = _call(text, opened, tags, tools)
        if read is None:
            return Block((start, here), tuple(leaks)) if leaks else None
        if isinstance(read, int):
            return broken(start, read)
        leaks.append(read)
        if len(leaks) > CALLS_READ:
            return broken(start, len(text))
        end = read.span[1]
        here = skip_space(text, end)
    if not leaks:
        return broken(start, len(text)) if here >= len(text) and here > at else None
    return Block((start, _closed(text, leaks[-1].span[1], tags)), tuple(leaks))


def _closed(text: str, end: int, tags: Tags) -> int:
    """The end of the block whose last call ends at `end`: after the wrapper's closers."""
    while tags.wrapper_end is not None:
        closer = tags.wrapper_end.match(text, skip_space(text, end))
        if closer is None:
            break
        end = closer.end()
    return end


def _call(text: str, opened: Match[str], tags: Tags, tools: Toolset) -> Leak | int | None:
    """The call that `opened` begins; where reading stopped if it is cut or malformed; None if it is none."""
    name, here = opened["name"].strip(), opened.end()
    if tags.closes_itself(opened):
        return Leak(name, {}, (opened.start(), here))
    values: list[Value] = []
    while True:
        at = skip_space(text, here)
        if (closer := tags.call_end.match(text, at)) is not None:
            return _made(name, values, (opened.start(), closer.end()), tags, tools)
        if (tag := tags.value.match(text, at)) is not None:
            ended = _value(text, tag, tags)
            if ended is None or any(value.key == tag["key"] for value in values):
                return len(text)
            values.append(Value(tag["key"], tag, text[tag.end() : ended[0]]))
            here = ended[1]
            continue
        if tags.plain and (tag := plain_tag(text, at, name, tools)) is not None:
            ended = plain_value(text, tag, lambda after: _structural(text, after, tags), name, tools)
            if ended is None or any(value.key == tag["key"] for value in values):
                return len(text)
            if tags.call.search(text, tag.end(), ended[0]):  # the closer may be the inner call's
                return len(text)
            values.append(Value(tag["key"], tag, text[tag.end() : ended[0]]))
            here = ended[1]
            continue
        if at >= len(text):
            return len(text)
        if tags.body_json and not values and text[at] == "{":
            return _json_body(text, opened, at, tags)
        next_call = tags.call.match(text, at)
        wrapper_end = tags.wrapper_end.match(text, at) if tags.wrapper_end is not None else None
        if wrapper_end is not None or (values and next_call is not None):
            return _made(name, values, (opened.start(), here), tags, tools)
        # an unknown tag in a call of an active tool makes the call malformed; other text is no call
        return at if values or (text[at] == "<" and parameters(name, tools) is not None) else None


def _made(name: str, values: list[Value], span: Span, tags: Tags, tools: Toolset) -> Leak:
    return Leak(name, tags.type(name, values, tools), span)


def _json_body(text: str, opened: Match[str], at: int, tags: Tags) -> Leak | int | None:
    """`<invoke name="N">{…}</invoke>`: the arguments as one JSON object."""
    scanned = scan_json(text, at)
    if isinstance(scanned, Fault):
        return len(text) if scanned is Fault.CUT else at + 1
    closer = tags.call_end.match(text, skip_space(text, scanned.end))
    if not isinstance(scanned.value, dict):
        return at + 1
    end = closer.end() if closer is not None else scanned.end
    return Leak(opened["name"].strip(), scanned.value, (opened.start(), end))


def _value(text: str, tag: Match[str], tags: Tags) -> Span | None:
    """Where the value that `tag` opens ends, and where reading goes on; None where no closer follows."""
    start, depth = tag.end(), 0
    for token in tags.tokens.finditer(text, start):
        kind, at, after = token.lastgroup, token.start(), skip_space(text, token.end())
        if kind == "c_":
            nested = tags.value.match(text, after) or tags.call_end.match(text, after)
            depth += nested is not None and not tags.closes_itself(_sure_match(tags.call, text, at))
        elif kind == "x_" and depth:
            depth -= 1
        elif depth:
            continue
        elif kind == "e_" and _structural(text, after, tags):
            return at, token.end()
        elif tags.lax and text[at - 1] == "\n" and _ends_unclosed(kind, text, after, tags):
            return at, at
    return None


def _ends_unclosed(kind: str | None, text: str, after: int, tags: Tags) -> bool:
    """Whether a tag on a line of its own ends the value before it, whose closer was left out."""
    return kind == "v_" or (kind == "x_" and _at_block_end(text, after, tags))


def _sure_match(pattern: Pattern[str], text: str, at: int) -> Match[str]:
    found = pattern.match(text, at)
    assert found is not None  # noqa: S101 - `tokens` holds the same pattern
    return found


def _structural(text: str, at: int, tags: Tags) -> bool:
    """Whether what stands at `at` can follow a value: then the closer before it is a real one."""
    if tags.value.match(text, at) or tags.call_end.match(text, at) or tags.call.match(text, at):
        return True
    return tags.wrapper_end is not None and tags.wrapper_end.match(text, at) is not None


def _at_block_end(text: str, at: int, tags: Tags) -> bool:
    """Whether nothing but the end of the block, or the next call, stands at `at`."""
    if at >= len(text) or tags.call.match(text, at):
        return True
    return tags.wrapper_end is not None and tags.wrapper_end.match(text, at) is not None
