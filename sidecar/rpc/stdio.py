"""stdin and stdout of this process as a wire of JSON values. A stray print goes to stderr."""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

from sidecar.core.strict_json import decode, encode

from .framing import Broken, Frames, frame

READ_SIZE = 256 * 1024  # bytes; a pipe gives 64 KiB at most, a file or a socket more


class Wire:
    """Frames over two file descriptors: one reader at a time, any number of writers."""

    def __init__(self, read_fd: int, write_fd: int, frames: Frames | None = None) -> None:
        self._read_fd, self._write_fd = read_fd, write_fd
        self._frames = frames or Frames()
        self._writing = threading.Lock()

    def receive(self) -> Any:
        """The next JSON value or a Broken; blocks. Raises EOFError. Works with files, pipes and sockets."""
        while True:
            body = self._frames.take()
            if body is None:
                self._fill()
            elif isinstance(body, Broken):
                return body
            else:
                try:
                    return decode(body)
                except (ValueError, RecursionError) as error:
                    self._frames.reread(body)
                    return Broken("parse", f"no JSON: {error}")

    def send(self, message: Any) -> None:
        """Write one frame. Raises OSError (the peer is gone), ValueError, RecursionError (no JSON)."""
        data = memoryview(frame(encode(message)))
        with self._writing:
            while data:
                data = data[os.write(self._write_fd, data) :]

    def _fill(self) -> None:
        try:
            data = os.read(self._read_fd, READ_SIZE)
        except OSError:  # the peer of a socket died
            data = b""
        if not data:
            raise EOFError
        self._frames.feed(data)


def take_stdio() -> Wire:
    """A wire over copies of fd 0 and 1. After that fd 0 is empty and fd 1 is stderr."""
    read_fd, write_fd = os.dup(0), os.dup(1)
    if sys.platform == "win32":
        import msvcrt

        for fd in (read_fd, write_fd):
            msvcrt.setmode(fd, os.O_BINARY)
    else:
        for fd in (read_fd, write_fd):
            os.set_blocking(fd, True)
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        os.fstat(2)
    except OSError:
        os.dup2(nothing, 2)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return Wire(read_fd, write_fd)
