"""How long one message may keep this process busy: longer than a person should notice is too long."""

from __future__ import annotations

import time
from collections.abc import Callable

BUDGET_S = 0.25  # processor time for the rules and grammars of one message; then it passes unchanged


def expiry() -> Callable[[], bool]:
    """Whether this thread has worked longer than that from now."""
    end = time.thread_time() + BUDGET_S
    return lambda: time.thread_time() > end
