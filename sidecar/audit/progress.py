"""A bar while files are read, where stderr is a terminal."""

from __future__ import annotations

from typing import TextIO

WIDTH = 30
STEPS = 200  # how often the bar is drawn, at most


class Progress:
    def __init__(self, total: int, sink: TextIO) -> None:
        self._total, self._sink = max(total, 1), sink
        self._shown = sink.isatty()
        self._done, self._next = 0, 0

    def add(self, size: int) -> None:
        self._done += size
        if self._shown and self._done >= self._next:
            self._next = self._done + self._total // STEPS
            part = min(1.0, self._done / self._total)
            bar = "█" * round(part * WIDTH)
            self._sink.write(f"\r{bar:<{WIDTH}} {part:4.0%} of {self._total / 1e6:.0f} MB")
            self._sink.flush()

    def end(self) -> None:
        if self._shown:
            self._sink.write("\r" + " " * (WIDTH + 24) + "\r")
            self._sink.flush()
