"""Regular expressions from outside, which may be hostile: searched with a limit, never a stall.

The `regex` package is used for its timeout; the standard `re` has none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

TIMEOUT_S = 0.02  # an honest pattern needs microseconds
LONGEST = 2_000  # characters of a pattern that is looked at


def matches(pattern: Any, text: str) -> bool:
    """Whether `pattern` is found in `text`. True where nothing can be said (too slow, no pattern)."""
    compiled = _compiled(pattern) if isinstance(pattern, str) else None
    if compiled is None:
        return True
    try:
        return compiled.search(text, timeout=TIMEOUT_S) is not None
    except TimeoutError:
        return True


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> Any:
    import regex  # at first use: most schemas have no pattern

    if len(pattern) > LONGEST:
        return None
    try:
        return regex.compile(pattern)
    except regex.error:
        return None
