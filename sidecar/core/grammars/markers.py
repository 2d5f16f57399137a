"""Whether a text can hold a leak at all: the one scan that clean text pays for.

To look for one character costs a fraction of looking for a word. So each pattern begins with the rarest
character of the few words that begin or hold the markers of all grammars, and looks around from there.
"""

from __future__ import annotations

import re

_WORDS = tuple(
    (pattern.lstrip("\\")[0], re.compile(pattern))
    for pattern in (
        r"<(?=[|｜fsTt])(?:[|｜]|function|start_function_call|TOOLCALL>|tools>)",
        r"\[(?:TOOL_CALLS\]|ARGS\]|(?<=functools\[))",
        r"_(?<=tool_)c",
        r"=(?<=to=)functions\.",
        r"k(?<=invok)e name",
        r"A(?=ction:)",
    )
)
_ARROWS = re.compile(r">(?=>>)>*")
_ADDRESSED = re.compile(r"[\w.\-]{1,120}\n\s{0,8}\{")


def may_leak(text: str) -> bool:
    """Whether any grammar's marker may stand in `text`."""
    words = any(first in text and pattern.search(text) for first, pattern in _WORDS)
    return words or (">" in text and _arrows(text))


def _arrows(text: str) -> bool:
    """Whether `>>>` is followed by a name and its JSON; a Python prompt is not."""
    return any(_ADDRESSED.match(text, arrows.end()) for arrows in _ARROWS.finditer(text))
