"""What the model was given to read, and which of it a suspected call may be quoted from.

Comparing a call with all texts takes long; a text without the call's longest word cannot hold it.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from sidecar.core.grammars import Shown

KEPT_CHARACTERS = 8_000_000  # as many as a session remembers
_WORD = re.compile(r"[a-z0-9]{4,}")
_ESCAPE = re.compile(r"\\(?:u[0-9a-f]{4}|.)")


class Quoted:
    """Texts in lower case, the oldest dropped first."""

    def __init__(self) -> None:
        self._texts: deque[str] = deque()
        self._size = 0

    def add(self, text: str) -> None:
        if not text:
            return
        self._texts.append(text[-KEPT_CHARACTERS:].lower())
        self._size += len(self._texts[-1])
        while self._size > KEPT_CHARACTERS and len(self._texts) > 1:
            self._size -= len(self._texts.popleft())

    def shown(self, calls: Iterable[Mapping[str, Any]]) -> Shown:
        """The texts that may hold one of the calls."""
        words = [longest_word(call) for call in calls]
        shown = Shown(KEPT_CHARACTERS)
        for text in self._texts:
            if any(word in text for word in words):
                shown.add(text)
        return shown


def longest_word(call: Mapping[str, Any]) -> str:
    """The longest word in the arguments; "" if there is none, which every text holds."""
    text = _ESCAPE.sub(" ", json.dumps(call["arguments"], ensure_ascii=False).lower())
    found = _WORD.findall(text)
    return max(found, key=len, default="")
