"""Whether a text can hold a leak at all: the one scan that clean text pays for.

Every marker begins with, or holds, one of a few rare beginnings. Each pattern starts with a literal, which
the regular expression engine finds as fast as a plain search does.
"""

from __future__ import annotations

import re

# The alternatives begin with different characters, as far as may be: most of what follows a `<` fits none.
_ANGLE = re.compile(
    r"<(?:[|｜‖]|\]minimax|/?(?:tool|TOOL)|function|invoke|longcat_tool|minimax:|a(?:rg_key|ntml:|tem:)"
    r"|s(?:tart_function|eed:tool|teptml:))"
)
_SQUARE = re.compile(r"\[(?:TOOL_CALLS|ARGS|CALL_ID|(?<=functools\[))")
_FENCE = re.compile(r"```(?:tool_code|json)")
_WORDS = ("DSML", "to=functions.", ">>>")


def may_leak(text: str) -> bool:
    """Whether any grammar's marker may stand in `text`."""
    if _ANGLE.search(text) or _SQUARE.search(text):
        return True
    return any(word in text for word in _WORDS) or _FENCE.search(text) is not None
