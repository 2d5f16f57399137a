"""When pi dies, this process ends too, also while it is stopped or busy.

pi's death ends the input. But a stopped process reads nothing, nor does one whose work holds the interpreter.
On Linux each thread can ask the kernel for a signal at its parent's death. Elsewhere an alarm ends work that
takes far too long; like the signal, it needs no interpreter.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator

WORK_MOST_S = 60.0  # the bridge has given up and killed this process long before
PR_SET_PDEATHSIG = 1

_ask_kernel: Callable[[int], object] | None = None


def continue_at_parent_death() -> None:
    """A stopped process then goes on, and reads the end of input. Holds while the calling thread lives."""
    global _ask_kernel
    if sys.platform != "linux":
        return
    with contextlib.suppress(ImportError, OSError, AttributeError):  # no ctypes, a libc without prctl
        import ctypes

        prctl = ctypes.CDLL(None).prctl
        prctl(PR_SET_PDEATHSIG, signal.SIGCONT, 0, 0, 0)
        _ask_kernel = lambda number: prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)  # noqa: E731


@contextlib.contextmanager
def busy() -> Iterator[None]:
    """Around work that is useless after pi exits: it may be killed."""
    ask = _ask_kernel
    if ask is not None:
        ask(signal.SIGKILL)
    elif sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, WORK_MOST_S)
    try:
        yield
    finally:
        if ask is not None:
            ask(0)
        elif sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)
