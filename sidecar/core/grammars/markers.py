"""Whether a text can hold a leak at all: the one scan that clean text pays for.

To look for one character costs a twentieth of looking for a word, so a word is looked for only where a rare
character or a shorter word of its own stands. These few words begin or hold the markers of all grammars.
"""

from __future__ import annotations

import re

FEW = 200  # bars that are looked at one by one; to search the whole text for `<|` costs as much
_TOOLS = ("tool_c", "<tools>", "functools[")
_FUNCTIONS = ("<function", "start_function_call", "to=functions.")


_ARROWS = re.compile(">{3,}")
_ADDRESSED = re.compile(r"[\w.\-]{1,120}\n\s{0,8}\{")


def may_leak(text: str) -> bool:
    """Whether any grammar's marker may stand in `text`."""
    if "invoke name" in text:
        return True
    if "function" in text and any(word in text for word in _FUNCTIONS):
        return True
    if "tool" in text and any(word in text for word in _TOOLS):
        return True
    if "｜" in text and "<｜" in text:
        return True
    if "[" in text and ("[TOOL_CALLS]" in text or "[ARGS]" in text):
        return True
    if "<" in text and ("<TOOLCALL>" in text or _bars(text)):
        return True
    return (">" in text and ">>>" in text and _arrows(text)) or ("`" in text and "Action:" in text)


def _arrows(text: str) -> bool:
    """Whether `>>>` is followed by a name and its JSON; a Python prompt is not."""
    return any(_ADDRESSED.match(text, arrows.end()) for arrows in _ARROWS.finditer(text))


def _bars(text: str) -> bool:
    """Whether a special token of bars and angles may begin somewhere."""
    if "|" not in text:
        return False
    if text.count("|") > FEW:
        return "<|" in text
    at = text.find("|")
    while at >= 0:
        if text[at - 1 : at] == "<":
            return True
        at = text.find("|", at + 1)
    return False
