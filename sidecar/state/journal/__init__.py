"""What was seen → rows in a file, on a thread of its own: a repair only puts a value on a queue.

Whatever goes wrong with the file is said once; from then on nothing is journaled, and nothing else suffers.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.errors import StateError

if TYPE_CHECKING:
    from sidecar.core.blocks import JsonObject
    from sidecar.session.journal_rows import Seen

    from .file import JournalFile

__all__ = ["Journal"]

QUEUED_MOST = 2000  # messages; a writer that is so far behind will not catch up
LINGER_S = 0.05  # what happens meanwhile is written in one go, and a busy sidecar is left in peace
PRUNE_EVERY = 500  # rows


class Journal:
    """`path` is asked for at the first write. `tell` gets a line for the person."""

    def __init__(
        self, path: Callable[[], Path], tell: Callable[[str], None], clock: Callable[[], float] = time.time
    ) -> None:
        self._path, self._tell, self._clock = path, tell, clock
        self._queue: queue.Queue[Seen | _TakenBack | threading.Event] = queue.Queue(QUEUED_MOST)
        self._hurry = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._over = False
        self.lost = 0  # messages that found the queue full

    def put(self, seen: Seen) -> None:
        self._put(seen)

    def take_back(self, session: str, call: str, error: str) -> None:
        """pi rejected the repaired call."""
        self._put(_TakenBack(session, call, error))

    def flush(self, timeout: float) -> bool:
        """Whether all that was put is written, or given up, within `timeout` seconds."""
        if self._thread is None:
            return True
        written = threading.Event()
        try:
            self._queue.put(written, timeout=timeout)
        except queue.Full:
            return False
        self._hurry.set()
        return written.wait(timeout)

    @property
    def path(self) -> Path:
        return self._path()

    def _put(self, item: Seen | _TakenBack) -> None:
        if self._over:
            return
        try:
            self._queue.put_nowait(item)
        except queue.Full:
            self.lost += 1
            return
        if self._thread is None:
            with self._starting:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
                    self._thread.start()

    def _work(self) -> None:
        file: JournalFile | None = None
        rows = 0
        while True:
            batch = [self._queue.get()]
            self._hurry.wait(LINGER_S)
            self._hurry.clear()
            while not self._queue.empty():
                batch.append(self._queue.get())
            try:
                if not self._over:
                    file = file or self._open()
                    rows += self._write(file, batch)
                    if rows >= PRUNE_EVERY:
                        rows = 0
                        file.prune(self._clock())
            except StateError as error:
                self._give_up(f"toolrecovery keeps no journal: {error}")
            except Exception as error:  # a fault of ours must not be met again with every message
                self._give_up(f"toolrecovery keeps no journal: {type(error).__name__} in its own code")
            for item in batch:
                if isinstance(item, threading.Event):
                    item.set()

    def _open(self) -> JournalFile:
        from .file import JournalFile

        file = JournalFile(self._path())
        self._say_moved(file)
        file.prune(self._clock())
        return file

    def _write(self, file: JournalFile, batch: list[Seen | _TakenBack | threading.Event]) -> int:
        from sidecar.session.journal_rows import rows

        new: list[JsonObject] = []
        for item in batch:
            if isinstance(item, _TakenBack):
                file.add(new)  # what is taken back may be among them
                new = []
                file.take_back(item.session, item.call, json.dumps(_complaints(item.error)))
            elif not isinstance(item, threading.Event):
                new += rows(item)
        file.add(new)
        self._say_moved(file)
        return len(batch)

    def _say_moved(self, file: JournalFile) -> None:
        if file.moved_aside is not None:
            self._tell(
                f"toolrecovery: the journal {file.path} was damaged; it is now {file.moved_aside.name}, "
                "and a new one is begun"
            )
            file.moved_aside = None

    def _give_up(self, why: str) -> None:
        self._over = True
        self._tell(why)


class _TakenBack:
    """A repair that pi rejected; of its text only what pi found wrong is kept."""

    def __init__(self, session: str, call: str, error: str) -> None:
        self.session, self.call, self.error = session, call, error


def _complaints(error: str) -> list[str]:
    from sidecar.core.shapes import without_values
    from sidecar.results.pi_errors import complaints

    return [without_values(line, None) for line in complaints(error)]
