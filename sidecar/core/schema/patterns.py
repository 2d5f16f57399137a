"""Regular expressions from outside, which may be hostile: searched with a limit, never a stall.

The `regex` package is used for its timeout; the standard `re` has none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sidecar.core import budget

TIMEOUT_S = 0.02  # an honest pattern needs microseconds
MOST_TIMEOUTS = 3  # a pattern this often too slow is not looked at again
LONGEST = 2_000  # characters of a pattern that is looked at
COMPILING = 100  # steps of a budget


def matches(pattern: Any, text: str) -> bool:
    """Whether `pattern` is found in `text`. True where nothing can be said (too slow, no pattern)."""
    return search(pattern, text) is not False


def search(pattern: Any, text: str, ignore_case: bool = False) -> bool | None:
    """Whether `pattern` is found in `text`; None where nothing can be said (too slow, no pattern)."""
    budget.step()
    compiled = _compiled(pattern, ignore_case) if isinstance(pattern, str) else None
    found = None if compiled is None else compiled.search(text)
    if found is None and ignore_case:
        _SLOW.add(pattern)
    return found


def fault(pattern: str) -> str | None:
    """Why `pattern` is no regular expression that can be used; None where it is one."""
    if len(pattern) > LONGEST:
        return f"it is over {LONGEST} characters"
    try:
        _compile(pattern, True)
    except Exception as error:
        return str(error)
    return None


def is_slow(pattern: str) -> bool:
    """Whether a search for `pattern`, upper and lower case alike, was given up."""
    return pattern in _SLOW


_SLOW: set[str] = set()  # of those that ignore case: a configuration's, and few


class _Pattern:
    """A compiled pattern, and how often it was too slow."""

    def __init__(self, compiled: Any) -> None:
        self._compiled, self._timeouts = compiled, 0

    def search(self, text: str) -> bool | None:
        if self._timeouts >= MOST_TIMEOUTS:
            return None
        try:
            return self._compiled.search(text, timeout=TIMEOUT_S) is not None
        except (TimeoutError, MemoryError, RecursionError):
            self._timeouts += 1
            budget.step(budget.SLOW)
            return None


@lru_cache(maxsize=1024)
def _compiled(pattern: str, ignore_case: bool) -> _Pattern | None:
    budget.step(COMPILING)
    if len(pattern) > LONGEST:
        return None
    try:
        return _Pattern(_compile(pattern, ignore_case))
    except Exception:  # regex raises more than its own error for a nonsense pattern
        return None


def _compile(pattern: str, ignore_case: bool) -> Any:
    import regex  # at first use: most schemas have no pattern

    return regex.compile(pattern, regex.IGNORECASE if ignore_case else 0)
