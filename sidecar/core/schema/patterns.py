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
KEPT = 1_000  # patterns of one owner; then all are made anew


class Patterns:
    """The patterns of one owner, compiled at first use, and how often each was too slow."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, bool], _Pattern | None] = {}

    def matches(self, pattern: Any, text: str) -> bool:
        """Whether `pattern` is found in `text`. True where nothing can be said (too slow, no pattern)."""
        return self.search(pattern, text) is not False

    def search(self, pattern: Any, text: str, ignore_case: bool = False) -> bool | None:
        """Whether `pattern` is found in `text`; None where nothing can be said (too slow, no pattern)."""
        budget.step()
        if not isinstance(pattern, str):
            return None
        key = pattern, ignore_case
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = _pattern(pattern, ignore_case)
        known = self._known[key]
        return None if known is None else known.search(text)

    def is_slow(self, pattern: str) -> bool:
        """Whether a search for `pattern`, upper and lower case alike, was given up."""
        known = self._known.get((pattern, True))
        return known is not None and known.timeouts > 0


def fault(pattern: str) -> str | None:
    """Why `pattern` is no regular expression that can be used; None where it is one."""
    if len(pattern) > LONGEST:
        return f"it is over {LONGEST} characters"
    try:
        _compile(pattern, True)
    except Exception as error:
        return str(error)
    return None


class _Pattern:
    """A compiled pattern, and how often it was too slow."""

    def __init__(self, compiled: Any) -> None:
        self._compiled, self.timeouts = compiled, 0

    def search(self, text: str) -> bool | None:
        if self.timeouts >= MOST_TIMEOUTS:
            return None
        try:
            return self._compiled.search(text, timeout=TIMEOUT_S) is not None
        except (TimeoutError, MemoryError, RecursionError):
            self.timeouts += 1
            budget.step(budget.SLOW)
            return None


def _pattern(pattern: str, ignore_case: bool) -> _Pattern | None:
    budget.step(COMPILING)
    if len(pattern) > LONGEST:
        return None
    try:
        return _Pattern(_compile(pattern, ignore_case))
    except Exception:  # regex raises more than its own error for a nonsense pattern
        return None


@lru_cache(maxsize=1024)
def _compile(pattern: str, ignore_case: bool) -> Any:
    import regex  # at first use: most schemas have no pattern

    return regex.compile(pattern, regex.IGNORECASE if ignore_case else 0)
