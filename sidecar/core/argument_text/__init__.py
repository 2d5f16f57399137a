"""Malformed JSON text → the arguments it means, or truncated, ambiguous, unreadable.

Readers propose, one gate judges: a candidate must be an object, fit the tool, and account for every character
of content in the text, in order. Readers that disagree make the text ambiguous. Nothing recurses on depth.
"""

from __future__ import annotations

from .read import read
from .reading import Ambiguous, Read, Reading, Truncated, Unreadable

__all__ = ["Ambiguous", "Read", "Reading", "Truncated", "Unreadable", "raw_of", "read"]

_MARK = "\n\nReceived arguments:\n"  # pi-ai json-parse: the parser's message, this, the text as received


def raw_of(arguments_error: str) -> str | None:
    """The model's own text in pi's `argumentsError`; None where there is none."""
    _, mark, raw = arguments_error.partition(_MARK)
    return raw if mark else None
