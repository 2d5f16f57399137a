"""Rows → a file, on a thread of its own: a repair only queues a function, and that thread makes the rows.

The first fault of the file is reported and ends the journal of this process; nothing else is affected.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sidecar.errors import StateError

if TYPE_CHECKING:
    from .file import JournalFile, Row, TurnCount

__all__ = ["Journal"]

QUEUED_MOST = 2000  # messages; a writer that is so far behind will not catch up
LINGER_S = 0.05  # rows of that time are one write, which then seldom falls into the next repair
PRUNE_EVERY = 500  # messages

MakeRows: TypeAlias = "Callable[[], Sequence[Row]]"
MakeCounts: TypeAlias = "Callable[[], Sequence[TurnCount]]"


@dataclass(frozen=True, slots=True)
class _TakenBack:
    session: str
    call: str
    complaints: Callable[[], list[str]]


@dataclass(frozen=True, slots=True)
class _Turns:
    counts: MakeCounts


class Journal:
    """`path` is called at the first write. `warn` gets a line for the person. `clock`: epoch seconds."""

    def __init__(
        self, path: Callable[[], Path], warn: Callable[[str], None], clock: Callable[[], float] = time.time
    ) -> None:
        self._path, self._warn, self._clock = path, warn, clock
        self._queue: queue.Queue[MakeRows | _Turns | _TakenBack | threading.Event] = queue.Queue(QUEUED_MOST)
        self._hurry = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._over = False
        self.lost = 0  # messages that found the queue full

    def put(self, rows: MakeRows) -> None:
        """`rows` is called on the journal's thread."""
        self._put(rows)

    def count(self, counts: MakeCounts) -> None:
        """`counts` is called on the journal's thread."""
        self._put(_Turns(counts))

    def take_back(self, session: str, call: str, complaints: Callable[[], list[str]]) -> None:
        """pi rejected the repaired call with `complaints`, which is called on the journal's thread."""
        self._put(_TakenBack(session, call, complaints))

    def flush(self, timeout: float) -> bool:
        """Wait until everything put so far is written or given up; False after `timeout` seconds."""
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

    def _put(self, item: MakeRows | _Turns | _TakenBack) -> None:
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
        written = 0
        while True:
            batch = [self._queue.get()]
            self._hurry.wait(LINGER_S)
            self._hurry.clear()
            while not self._queue.empty():
                batch.append(self._queue.get())
            try:
                if not self._over:
                    file = file or self._open()
                    written += self._write(file, batch)
                    if written >= PRUNE_EVERY:
                        written = 0
                        file.prune(self._clock())
            except StateError as error:
                self._give_up(f"toolrecovery keeps no journal: {error}")
            except Exception as error:  # a bug of ours must not be hit again with every message
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

    def _write(self, file: JournalFile, batch: list[MakeRows | _Turns | _TakenBack | threading.Event]) -> int:
        new: list[Row] = []
        for item in batch:
            if isinstance(item, _TakenBack):
                file.add(new)  # the call taken back may be among them
                new = []
                file.take_back(item.session, item.call, json.dumps(item.complaints()))
            elif isinstance(item, _Turns):
                file.count(item.counts())
            elif not isinstance(item, threading.Event):
                new += item()
        file.add(new)
        self._say_moved(file)
        return len(batch)

    def _say_moved(self, file: JournalFile) -> None:
        if file.moved_aside is not None:
            self._warn(
                f"toolrecovery: the journal {file.path} was damaged; it is now {file.moved_aside.name}, "
                "and a new one is begun"
            )
            file.moved_aside = None

    def _give_up(self, why: str) -> None:
        self._over = True
        self._warn(why)
