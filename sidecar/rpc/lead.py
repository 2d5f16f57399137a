"""One thread reads and does the work itself; when long work runs long, a fresh thread takes over reading.

Handing every request to another thread would cost a wake-up each time, a tenth of a valid call's budget.
So the leading thread does the work inline, and a watcher that sleeps while nothing happens relieves it when
the same piece of work is seen twice. Only work that says `long` is relieved: the rest is done in order.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

LOOK_S = 0.005  # between two looks: work is relieved after one to two of these, and a cancel is read in time
QUIET_LOOKS = 100  # looks without work until the watcher goes to sleep
LONG_WORK = 8  # pieces of long work at once; more wait unread in the pipe

T = TypeVar("T")


class Lead(Generic[T]):
    """`read` raises EOFError at the end. `work` must not raise."""

    def __init__(self, read: Callable[[], T], work: Callable[[T], None]) -> None:
        self._read, self._work = read, work
        self._lock = threading.Lock()
        self._leader: threading.Thread | None = None
        self._relieved: set[threading.Thread] = set()
        self._serial = 0
        self._working = 0  # serial of the long work in hand, 0 without
        self._busy = threading.Event()
        self.ended = threading.Event()

    def start(self) -> None:
        self._follow()
        threading.Thread(target=self._watch, name="watch", daemon=True).start()

    def long(self) -> None:
        """Called by the work in hand: from here on it may take its time, and others be done meanwhile."""
        self._serial += 1
        self._working = self._serial
        if not self._busy.is_set():
            self._busy.set()

    def join(self, timeout: float) -> None:
        """Give long work until `timeout` to finish."""
        self._busy.set()  # the watcher ends too
        until = time.monotonic() + timeout
        for thread in list(self._relieved):
            thread.join(max(0.0, until - time.monotonic()))

    def _follow(self) -> None:
        self._leader = threading.Thread(target=self._lead, name="lead", daemon=True)
        self._leader.start()

    def _lead(self) -> None:
        me = threading.current_thread()
        while not self.ended.is_set():
            try:
                item = self._read()
            except EOFError:
                self.ended.set()
                return
            self._work(item)
            with self._lock:
                if self._leader is not me:
                    self._relieved.discard(me)
                    return
                self._working = 0

    def _watch(self) -> None:
        seen, quiet = 0, 0
        while not self.ended.is_set():
            self._busy.wait()
            time.sleep(LOOK_S)
            quiet = quiet + 1 if self._working == 0 and self._serial == seen else 0
            if quiet > QUIET_LOOKS:
                quiet = 0
                self._busy.clear()
                if self._working:  # it began between the look and the clear
                    self._busy.set()
            elif self._working == seen != 0:
                self._relieve(seen)
            seen = self._serial

    def _relieve(self, serial: int) -> None:
        with self._lock:
            if self._working != serial or self._leader is None or len(self._relieved) >= LONG_WORK:
                return
            self._working = 0
            self._relieved.add(self._leader)
            self._follow()
