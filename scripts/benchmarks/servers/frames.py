"""The wire in its shortest form, for the servers that are measured against: one frame in, one frame out."""

from __future__ import annotations

import os
from collections.abc import Callable


def serve(answer: Callable[[bytes], bytes]) -> None:
    buffer = b""
    while True:
        while b"\r\n\r\n" not in buffer:
            buffer += _more()
        head, _, buffer = buffer.partition(b"\r\n\r\n")
        length = int(head.rpartition(b" ")[2])
        if len(buffer) < length:
            pieces = [buffer]
            missing = length - len(buffer)
            while missing > 0:
                pieces.append(_more())
                missing -= len(pieces[-1])
            buffer = b"".join(pieces)
        body, buffer = buffer[:length], buffer[length:]
        said = answer(body)
        data = memoryview(b"Content-Length: %d\r\n\r\n%b" % (len(said), said))
        while data:
            data = data[os.write(1, data) :]


def _more() -> bytes:
    data = os.read(0, 256 * 1024)
    if not data:
        raise SystemExit
    return data
