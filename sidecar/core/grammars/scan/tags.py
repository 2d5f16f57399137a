"""Calls written as tags around raw text: `<function=N><parameter=K>V</parameter></function>` and the like.

Values are not XML and never unescaped. A value ends at a closer before another parameter, the end of the call
or the next call. What it holds of its own frame is balanced, as in a whole call that is being documented, or
mentioned in a sentence. In every other call a marker was lost: it is supplied, or nothing runs.
"""

from __future__ import annotations

from re import Match

from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, Span, broken
from sidecar.core.grammars.steps import counted
from sidecar.core.literals import Fault, skip_space
from sidecar.core.toolset import Toolset

from .json_value import scan_closed_json
from .lost_tags import mended_values
from .plain_tags import plain_tag, plain_value
from .tag_set import Tags, is_mention
from .tag_values import Value
from .typed import parameters

TWO_READINGS = -1
WRAPPERS_READ = 8  # one in another; with more the text is no call


def extract_tags(text: str, at: int, tags: Tags, tools: Toolset) -> Block | None:
    """The block that begins at `at`, with or without its wrapper."""
    here, start = at, at
    for _ in range(WRAPPERS_READ):
        wrapped = tags.wrapper.match(text, here) if tags.wrapper is not None else None
        if wrapped is None:
            break
        here = tags.over_strays(text, wrapped.end(), in_call=False)
    if here < len(text) and tags.call.match(text, here) is None:
        return None
    leaks: list[Leak] = []
    while (opened := tags.call.match(text, here)) is not None:
        read = _call(text, opened, tags, tools)
        if read is None:
            return Block((start, here), tuple(leaks)) if leaks else None
        if isinstance(read, int):  # the calls before it stand by themselves; it is met again, as a block
            return Block((start, leaks[-1].span[1]), tuple(leaks)) if leaks else broken(start, read)
        leaks.append(read)
        if len(leaks) > CALLS_READ:
            return broken(start, len(text))
        end = read.span[1]
        here = skip_space(text, end)
        if tags.call.match(text, past := tags.over_strays(text, end, in_call=False)) is not None:
            here = past
    if not leaks:
        return broken(start, len(text)) if here >= len(text) and here > at else None
    return Block((start, _closed(text, leaks[-1].span[1], tags)), tuple(leaks))


def _closed(text: str, end: int, tags: Tags) -> int:
    """The end of the block whose last call ends at `end`: after the wrapper's closers and stray ones."""
    while tags.wrapper_end is not None:
        closer = tags.wrapper_end.match(text, skip_space(text, end))
        closer = closer or tags.wrapper_end.match(text, tags.over_strays(text, end, in_call=False))
        if closer is None:
            break
        end = closer.end()
    after = tags.over_strays(text, end, in_call=False)
    return len(text[:after].rstrip()) if after > skip_space(text, end) else end


def _call(text: str, opened: Match[str], tags: Tags, tools: Toolset) -> Leak | int | None:
    """The call that `opened` begins; where reading stopped if it is cut or malformed; None if it is none."""
    name = opened["name"].strip()
    if tags.closes_itself(opened):
        return Leak(name, {}, opened.span())
    read = _body(text, opened, tags, tools, mentions=False)
    if isinstance(read, Leak):
        return read
    if read == TWO_READINGS:
        return len(text)
    first = skip_space(text, opened.end())
    begins = tags.value.match(text, first) or tags.lost_value.match(text, first)
    if begins is None or (read is None and parameters(name, tools) is None):
        return read
    if tags.any_end.search(text, first) is None:
        return len(text)
    mended = mended_values(text, opened, tags, name, tools)
    mentioning = _body(text, opened, tags, tools, mentions=True)
    if mended is None:
        return mentioning if isinstance(mentioning, Leak) else read
    if isinstance(mentioning, Leak):
        return len(text)  # two readings
    values, end = mended
    return _made(name, values, (opened.start(), end), tags, tools)


def _body(text: str, opened: Match[str], tags: Tags, tools: Toolset, *, mentions: bool) -> Leak | int | None:
    """The call with every marker in its place. With `mentions`, tags in the middle of a sentence are data."""
    name, here = opened["name"].strip(), opened.end()
    values: list[Value] = []
    nested: set[str] = set()  # parameters opened and closed inside a value, outside of a whole call
    while True:
        at = skip_space(text, here)
        given = {value.key for value in values}
        if (closer := tags.call_end.match(text, at)) is not None:
            return _whole(name, values, nested, (opened.start(), closer.end()), tags, tools)
        if (tag := tags.value.match(text, at)) is not None:
            ended = _value(text, tag, tags, nested, mentions=mentions)
        elif tags.plain and (tag := plain_tag(text, at, name, tools)) is not None:
            ended = plain_value(text, tag, lambda after: tags.structural(text, after), name, tools)
            if ended is not None and tags.tokens.search(text, tag.end(), ended[0]):
                return len(text)  # the closer may be an inner call's
        if tag is not None:
            if ended is None or tag["key"] in given:
                return len(text)
            values.append(Value(tag["key"], tag, text[tag.end() : ended[0]]))
            here = ended[1]
            continue
        if at >= len(text):
            return len(text)
        if tags.body_json and not values and text[at] == "{":
            return _json_body(text, opened, at, tags)
        wrapper_end = tags.wrapper_end.match(text, at) if tags.wrapper_end is not None else None
        if wrapper_end is not None or (values and tags.call.match(text, at) is not None):
            return _whole(name, values, nested, (opened.start(), here), tags, tools)
        # an unknown tag in a call of an active tool makes the call malformed; other text is no call
        return at if values or (text[at] == "<" and parameters(name, tools) is not None) else None


def _whole(
    name: str, values: list[Value], nested: set[str], span: Span, tags: Tags, tools: Toolset
) -> Leak | int:
    """The call; TWO_READINGS where a parameter inside a value may be the tool's own."""
    if nested & set(parameters(name, tools) or {}) - {value.key for value in values}:
        return TWO_READINGS
    if any(_keeps_closer(value) for value in values):
        return span[1]
    return _made(name, values, span, tags, tools)


def _keeps_closer(value: Value) -> bool:
    return value.text.rstrip().endswith(f"</{value.key}>") and f"<{value.key}" not in value.text


def _made(name: str, values: list[Value], span: Span, tags: Tags, tools: Toolset) -> Leak:
    return Leak(name, tags.type(name, values, tools), span)


def _json_body(text: str, opened: Match[str], at: int, tags: Tags) -> Leak | int | None:
    """`<invoke name="N">{…}</invoke>`: the arguments as one JSON object."""
    scanned = scan_closed_json(text, at, lambda end: tags.call_end.match(text, end) is not None)
    if isinstance(scanned, Fault):
        return len(text) if scanned is Fault.CUT else at + 1
    closer = tags.call_end.match(text, skip_space(text, scanned.end))
    if not isinstance(scanned.value, dict):
        return at + 1
    end = closer.end() if closer is not None else scanned.end
    return Leak(opened["name"].strip(), scanned.value, (opened.start(), end))


def _value(text: str, tag: Match[str], tags: Tags, nested: set[str], *, mentions: bool) -> Span | None:
    """Where the value of `tag` ends, and where reading goes on; None where its frame is unbalanced."""
    start, calls, opened = tag.end(), 0, 0
    for token in counted(tags.tokens.finditer(text, start)):
        kind, at, end = token.lastgroup, token.start(), token.end()
        if mentions and not (calls and kind == "x_") and is_mention(text, start, at, end):
            continue
        if kind == "c_" or kind == "d_":
            calls += kind == "d_" or tags.nests(text, at)
        elif kind == "x_":
            if not calls:
                return None
            calls -= 1
        elif calls:
            continue
        elif kind == "v_" or kind == "o_":
            inner = tags.value.match(text, at)
            nested.update([inner["key"]] if inner is not None else [])
            opened += 1
        elif kind == "p_":
            return None
        elif opened:
            opened -= 1
        else:
            return (at, end) if tags.structural(text, skip_space(text, end)) else None
    return None
