"""One thread reads messages and works on them itself; another takes over reading when work takes long.

To hand every request to another thread would cost a wake-up, a tenth of the time that a valid call takes. So
the reading thread works inline. A watcher, which sleeps while nothing happens, looks at intervals; where it
meets the same piece of work twice, it starts a new reading thread, and the old one ends with its work.
Only work that calls `long` is left behind in this way; all other work is done in the order it came.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

LOOK_S = (
    0.005  # between two looks: reading goes on after one to two of these, so that a cancel is seen in time
)
QUIET_LOOKS = 100  # looks without work until the watcher sleeps
LONG_WORK = 8  # pieces of long work at once; further messages wait unread in the pipe

T = TypeVar("T")


class ReadLoop(Generic[T]):
    """`read` blocks, and raises EOFError at the end. `work` must not raise."""

    def __init__(self, read: Callable[[], T], work: Callable[[T], None]) -> None:
        self._read, self._work = read, work
        self._lock = threading.Lock()
        self._reader: threading.Thread | None = None
        self._finishing: set[threading.Thread] = set()  # read no more, and end with their long work
        self._serial = 0
        self._working = 0  # serial of the reader's long work, 0 without
        self._busy = threading.Event()
        self.ended = threading.Event()

    def start(self) -> None:
        self._start_reader()
        threading.Thread(target=self._watch, name="watch", daemon=True).start()

    def long(self) -> None:
        """Called by work that may take long from here on: other messages may be read meanwhile."""
        self._serial += 1
        self._working = self._serial
        if not self._busy.is_set():
            self._busy.set()

    def join(self, timeout: float) -> None:
        """Wait `timeout` seconds at most for long work to finish."""
        self._busy.set()  # the watcher ends too
        until = time.monotonic() + timeout
        for thread in list(self._finishing):
            thread.join(max(0.0, until - time.monotonic()))

    def _start_reader(self) -> None:
        self._reader = threading.Thread(target=self._run, name="reader", daemon=True)
        self._reader.start()

    def _run(self) -> None:
        me = threading.current_thread()
        while not self.ended.is_set():
            try:
                item = self._read()
            except EOFError:
                self.ended.set()
                return
            self._work(item)
            with self._lock:
                if self._reader is not me:
                    self._finishing.discard(me)
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
                self._replace_reader(seen)
            seen = self._serial

    def _replace_reader(self, serial: int) -> None:
        with self._lock:
            if self._working != serial or self._reader is None or len(self._finishing) >= LONG_WORK:
                return
            self._working = 0
            self._finishing.add(self._reader)
            self._start_reader()
