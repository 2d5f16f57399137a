"""Whether a text can hold a leak at all: the one scan that clean text pays for.

Every marker begins with, or holds, one of a few rare beginnings. Each pattern starts with a literal, which
the regular expression engine finds as fast as a plain search does.
"""

from __future__ import annotations

import re

_ANGLE = re.compile(
    r"<(?:[|｜‖]|\s?[|｜‖ ]{0,4}DSML|\]minimax|/?tool|/?TOOL|function|invoke|arg_key|start_function"
    r"|longcat_tool|minimax:|seed:tool|antml:|atem:|steptml:)"
)
_SQUARE = re.compile(r"\[(?:TOOL_CALLS|ARGS|CALL_ID|(?<=functools\[))")
_FENCE = re.compile(r"```(?:tool_code|json)")
_WORDS = ("to=functions.", ">>>")


def may_leak(text: str) -> bool:
    """Whether any grammar's marker may stand in `text`."""
    if _ANGLE.search(text) or _SQUARE.search(text):
        return True
    return any(word in text for word in _WORDS) or _FENCE.search(text) is not None
