"""A call with a lost, doubled or wrong marker → its values, where each is supplied in the only place for it.

A value's closer is supplied before the next parameter or before the call's own closer, and a wrong tag in its
place counts as it. Nothing is supplied for a value that would still hold a piece of the frame: only whole
calls, as in documentation, are data.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from re import Match

from sidecar.core.grammars.steps import counted
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

from .tag_set import Tags, closes_wrongly
from .tag_values import Value
from .typed import parameters

WRONG_ENDS_READ = 500  # tags in one value that may have been meant as its closer; with more, nothing runs
_LINE_BEFORE_TAG = re.compile(r"\r?\n[ \t]{0,80}\Z")


def mended_values(
    text: str, opened: Match[str], tags: Tags, name: str, tools: Toolset
) -> tuple[list[Value], int] | None:
    """The values of the call that `opened` begins, and where it ends."""
    values: list[Value] = []
    here = opened.end()
    while True:
        at = tags.over_strays(text, here, in_call=True) if values else skip_space(text, here)
        given = {value.key for value in values}
        if (closer := tags.call_end.match(text, skip_space(text, here))) is not None:
            return values, closer.end()
        if (closer := tags.call_end.match(text, at)) is not None:
            return values, closer.end()
        wrong = tags.ends_wrongly(text, skip_space(text, here))
        if wrong is not None and values:
            return values, wrong.end()
        tag = tags.value.match(text, at)
        lost = None if tag is not None else _lost_opener(text, at, tags, given, name, tools)
        tag = tag or lost
        if tag is None:
            return (values, here) if values and tags.goes_on(text, at) else None
        key = tag["key"].strip()
        start = tag.end()
        while (again := tags.value.match(text, start)) is not None and again["key"] == tag["key"]:
            start = again.end()
        ended = _value_end(text, start, tags, {*given, key}, key, name, tools)
        if ended is None or key in given:
            return None
        end, after, supplied = ended
        raw = without_line_break(text[start:end], lost_opener=lost is not None, supplied=supplied)
        values.append(Value(tag["key"], tag, raw))
        here = after


def _lost_opener(
    text: str, at: int, tags: Tags, given: Collection[str], name: str, tools: Toolset
) -> Match[str] | None:
    tag = tags.lost_value.match(text, at)
    return tag if tag is not None and _is_free(tag["key"], given, name, tools) else None


def _is_free(key: str, given: Collection[str], name: str, tools: Toolset) -> bool:
    """Whether `key` can be the tool's next parameter."""
    declared = parameters(name, tools)
    return key.strip() not in given and (declared is None or key.strip().strip("\"'") in declared)


def _value_end(
    text: str, start: int, tags: Tags, given: Collection[str], key: str, name: str, tools: Toolset
) -> tuple[int, int, bool] | None:
    """Where the value ends, where reading goes on, and whether its closer was supplied."""
    depth = inner = tried = 0
    element = text.find(f"<{key}", start)  # with such an opener, the tag that names the key closes that
    for token in counted(tags.all_tokens.finditer(text, start)):
        kind, at = token.lastgroup, token.start()
        if kind == "c_" or kind == "d_":
            depth += kind == "d_" or tags.nests(text, at)
        elif kind == "x_" and depth:
            depth -= 1
        elif depth:
            continue
        elif kind == "v_":
            tag = tags.value.match(text, at)
            return (at, at, True) if tag is not None and _is_free(tag["key"], given, name, tools) else None
        elif kind == "x_":
            ends = tags.block_ends(text, tags.over_strays(text, token.end(), in_call=False))
            mentioned = text[at - 1] in " \t\"'`" and not _LINE_BEFORE_TAG.search(text, start, at)
            return (at, at, True) if ends and not mentioned else None
        elif kind == "o_":
            inner += 1
        elif kind == "e_" and inner:
            inner -= 1
        else:
            if kind != "e_" and not closes_wrongly(token.group(), key):
                if kind == "p_":
                    return None
                continue
            tried += 1
            if tried > WRONG_ENDS_READ:
                return None
            after = tags.over_strays(text, token.end(), in_call=True)
            followed = (
                tags.structural(text, after)
                or tags.structural(text, skip_space(text, token.end()))
                or tags.ends_wrongly(text, skip_space(text, token.end())) is not None
                or _lost_opener(text, after, tags, given, name, tools) is not None
            )
            if followed and (kind == "e_" or not start <= element < at):
                return at, token.end(), False
            if kind != "w_":
                return None
    return None


def without_line_break(text: str, *, lost_opener: bool, supplied: bool) -> str:
    """`text` without the line break that stood between it and a tag that is not there."""
    if supplied and (line := _LINE_BEFORE_TAG.search(text)) is not None:
        framed = text[:1] in ("\n", "\r") and line.start() > 0
        text = text[: line.start()] + ("\n" if framed else "")
    if lost_opener and not text.endswith("\n"):
        text = text.removeprefix("\r\n").removeprefix("\n")
    return text
