"""A word that is none of the known ones → the ones it is nearest to."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

SHOWN = 3


def nearest(word: str, known: Iterable[str], shown: int = SHOWN) -> str:
    """As an end for a sentence, empty where nothing is near."""
    near = get_close_matches(word, list(known), shown)
    return f" Did you mean {' or '.join(near)}?" if near else ""
