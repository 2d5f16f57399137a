"""Three failures in a row → nobody is asked for a minute. Time is handed in."""

from __future__ import annotations

from collections.abc import Callable

FAILURES = 3
OPEN_S = 60.0  # long enough for a server to come back, short enough for a person not to restart pi


class Breaker:
    """Counts failures. Half open after its minute: the next failure opens it again at once."""

    def __init__(self, clock: Callable[[], float], failures: int = FAILURES, open_s: float = OPEN_S) -> None:
        self._clock, self._limit, self._open_s = clock, failures, open_s
        self._failures = 0
        self._open_until: float | None = None

    @property
    def open(self) -> bool:
        return self._open_until is not None and self._clock() < self._open_until

    def succeeded(self) -> None:
        self._failures, self._open_until = 0, None

    def failed(self) -> bool:
        """Count one failure. Whether it opened the breaker."""
        if self.open:
            return False
        self._failures += 1
        if self._failures < self._limit:
            return False
        self._open_until = self._clock() + self._open_s
        return True
