"""Malformed JSON text → the arguments it means, or truncated, ambiguous, unreadable.

Several readers propose a value, one gate checks it: it must be an object, fit the tool, and account for every
character of content in the text, in order. Different values make the text ambiguous. Depth is limited.
"""

from __future__ import annotations

from .read import read
from .reading import Ambiguous, Read, Reading, Truncated, Unreadable

__all__ = ["Ambiguous", "Read", "Reading", "Truncated", "Unreadable", "raw_of", "read"]

_MARK = "\n\nReceived arguments:\n"  # pi-ai json-parse: the parser's message, this, the text as received


def raw_of(arguments_error: str) -> str | None:
    """The text that the model sent, from pi's `argumentsError`; None where it holds none."""
    _, mark, raw = arguments_error.partition(_MARK)
    return raw if mark else None
