"""How long one message may keep this process busy."""

from __future__ import annotations

import time
from collections.abc import Callable

BUDGET_S = 0.25  # seconds of processor time for one message; then it passes unchanged


def expiry(seconds: float = BUDGET_S) -> Callable[[], bool]:
    """True once this thread has worked for `seconds` since the call."""
    end = time.thread_time() + seconds
    return lambda: time.thread_time() > end
