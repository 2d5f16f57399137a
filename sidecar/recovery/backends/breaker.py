"""After three failures in a row, no request is sent for a minute."""

from __future__ import annotations

from collections.abc import Callable

FAILURES = 3
OPEN_S = 60.0  # a server may come back meanwhile, and nobody restarts pi for it


class Breaker:
    """Counts failures in a row. After `open_s` seconds one more failure opens it again. `clock`: seconds."""

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
        """Count one failure; True where it opened the breaker."""
        if self.open:
            return False
        self._failures += 1
        if self._failures < self._limit:
            return False
        self._open_until = self._clock() + self._open_s
        return True
