"""Line ranges of other agents → pi's `offset` (first line, from 1) and `limit` (how many)."""

from __future__ import annotations

from sidecar.core.blocks import JsonObject

from .keys import DoesSomethingElseError, is_on, take, whole

_FIRST = tuple(
    "from_line line_start offset_line start start_line start_line_number start_line_one_indexed".split()
)
_LAST = tuple(
    "end end_line end_line_number end_line_number_inclusive end_line_one_indexed"
    " end_line_one_indexed_inclusive line_end to_line".split()
)
_FIRST_FROM_0 = ("start_line_number_base_zero",)
_LAST_FROM_0 = ("end_line_number_base_zero",)
_TO_THE_END = -1


def ranged(arguments: JsonObject) -> JsonObject:
    """`{start_line: 10, end_line: 19}` → `{offset: 10, limit: 10}`. `arguments` is a copy."""
    entire = [is_on(value) for value in take(arguments, ("read_entire_file", "should_read_entire_file"))]
    firsts = [whole(value) for value in take(arguments, _FIRST) if value is not None]
    firsts += [whole(value) + 1 for value in take(arguments, _FIRST_FROM_0) if value is not None]
    lasts = [whole(value) for value in take(arguments, _LAST) if value is not None]
    lasts += [whole(value) + 1 for value in take(arguments, _LAST_FROM_0) if value is not None]
    for pair in take(arguments, ("line_range", "view_range")):
        if pair in (None, []):
            continue
        if not isinstance(pair, list) or len(pair) != 2:
            raise DoesSomethingElseError("no range")
        firsts.append(whole(pair[0]))
        lasts.append(whole(pair[1]))
    if any(entire) or not (firsts or lasts):
        return arguments
    if len(firsts) > 1 or len(lasts) > 1 or "offset" in arguments or "limit" in arguments:
        raise DoesSomethingElseError("two ranges")
    first = firsts[0] if firsts else 1
    last = lasts[0] if lasts else _TO_THE_END
    if first < 1 or (last != _TO_THE_END and last < first):
        raise DoesSomethingElseError("no range")
    if firsts:
        arguments["offset"] = first
    if last != _TO_THE_END:
        arguments["limit"] = last - first + 1
    return arguments
