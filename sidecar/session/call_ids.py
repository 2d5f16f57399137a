"""Ids for the calls that are made of leaked text: nine letters and digits, which every API takes."""

from __future__ import annotations

import hashlib
import secrets
import string
from collections.abc import Iterator
from itertools import count

LENGTH = 9  # Mistral takes exactly this many
_LETTERS = string.ascii_letters + string.digits


class CallIds:
    """Gives no id twice. A provider refuses a session with two calls of one id."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def random(self) -> Iterator[str]:
        """Out of so many that one which an earlier process gave is as good as never drawn again."""
        return self._new("".join(secrets.choice(_LETTERS) for _ in range(LENGTH)) for _ in count())

    def of(self, seed: str) -> Iterator[str]:
        """The same ids for the same seed, except those that were given already."""
        return self._new(_spelled(f"{seed}:{number}") for number in count())

    def _new(self, ids: Iterator[str]) -> Iterator[str]:
        for call_id in ids:
            if call_id not in self._given:
                self._given.add(call_id)
                yield call_id


def _spelled(text: str) -> str:
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:LENGTH])
