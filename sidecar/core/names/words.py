"""Names as words: `filePath`, `file-path` and `FILE_PATH` are all ("file", "path")."""

from __future__ import annotations

import re
from functools import lru_cache

from sidecar.core.budget import step

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")


NAME_LONGEST = 200  # characters; what is longer is no name, and is not kept
TEXT_LONGEST = 10_000  # characters compared; beyond them the length decides


def words(name: str) -> tuple[str, ...]:
    """Lower-case words of a name, cut at case changes, digits and anything that is no letter or digit."""
    return _words(name[:NAME_LONGEST])


def plain(name: str) -> str:
    """The name with case and separators gone: what two spellings of one name share."""
    return _plain(name) if len(name) <= NAME_LONGEST else _letters(name)


@lru_cache(maxsize=16384)
def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(name))


def _letters(name: str) -> str:
    step(1 + len(name[:TEXT_LONGEST]) // 100)
    letters = "".join(character for character in name[:TEXT_LONGEST].lower() if character.isalnum())
    return letters if len(name) <= TEXT_LONGEST else f"{letters} {len(name)}"


_plain = lru_cache(maxsize=16384)(_letters)


def singular(word: str) -> str:
    """A word without its plural ending, roughly: `queries` → `query`, `boxes` → `box`, `paths` → `path`."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")) and len(word) > 4:
        return word[:-2]
    if word in ("ids", "ips"):
        return word[:-1]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def distance(left: str, right: str, limit: int) -> int:
    """Edits between two names, a swap of neighbours counting as one; `limit + 1` as soon as it is more."""
    far = limit + 1
    if abs(len(left) - len(right)) > limit:
        return far
    step(1 + len(left) // 20)
    # A row holds what is at most `limit` beside the diagonal: further away is further than the limit.
    width = 2 * limit + 1
    before: list[int] = []
    row = [max(k - limit, 0) if k >= limit else far for k in range(width)]
    for i, a in enumerate(left, 1):
        above, before_last = row, before
        row = [far] * width
        for k in range(max(0, limit - i), min(width, len(right) - i + limit + 1)):
            j = i + k - limit
            if j == 0:
                row[k] = i
                continue
            b = right[j - 1]
            best = above[k] + (a != b)
            if k + 1 < width:
                best = min(best, above[k + 1] + 1)
            if k:
                best = min(best, row[k - 1] + 1)
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, before_last[k] + 1)
            row[k] = best
        if min(row) > limit:
            return far
        before = above
    return min(row[len(right) - len(left) + limit], far)
