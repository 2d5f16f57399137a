"""pi dies → a sidecar that is stopped goes on and sees it, and one that is busy ends at once.

The end of input says that pi is gone. A stopped process reads nothing, though, and neither does one whose
work holds the interpreter. On Linux the kernel can be asked for a signal then, thread by thread; elsewhere a
busy process has an alarm, which needs no interpreter either.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator

WORK_MOST_S = 60.0  # the bridge has given up, and killed it, long before
PR_SET_PDEATHSIG = 1

_ask_kernel: Callable[[int], object] | None = None


def wake_when_alone() -> None:
    """For the thread that calls it, and as long as it lives."""
    global _ask_kernel
    if sys.platform != "linux":
        return
    with contextlib.suppress(ImportError, OSError, AttributeError):  # no ctypes, a strange libc
        import ctypes

        prctl = ctypes.CDLL(None).prctl
        prctl(PR_SET_PDEATHSIG, signal.SIGCONT, 0, 0, 0)
        _ask_kernel = lambda number: prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)  # noqa: E731


@contextlib.contextmanager
def busy() -> Iterator[None]:
    """Work of which nobody has anything once pi is gone."""
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
