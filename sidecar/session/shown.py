"""What the model was shown, read by a thread of its own while the model thinks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars import Shown

PAUSE_S = 0.0005  # between two pieces, so that a message waits for one piece at most


class ReadAhead(Shown):
    """For several threads. A question does itself what the reading thread has not done yet."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._reading: threading.Thread | None = None

    def show(self, texts: Iterable[str]) -> None:
        for text in texts:
            with self._lock:
                self.add(text)
        if self._reading is None or not self._reading.is_alive():
            self._reading = threading.Thread(target=self._read, name="shown", daemon=True)
            self._reading.start()

    def read_on(self, expired: Callable[[], bool]) -> bool:
        """Read what is left, until `expired`, while the reading thread waits. Whether there was something."""
        count = 0
        with self._lock:
            while self.prepare():
                count += 1
                if expired():
                    break
        return count > 0

    def prepare(self) -> bool:
        with self._lock:
            return super().prepare()

    def quotes(self, said: str, name: str, arguments: JsonObject, others: Sequence[str] = ()) -> bool:
        with self._lock:
            return super().quotes(said, name, arguments, others)

    def allow(self, name: str, arguments: JsonObject) -> None:
        with self._lock:
            super().allow(name, arguments)

    def _read(self) -> None:
        while self.prepare():
            time.sleep(PAUSE_S)
