"""Bytes → bodies of `Content-Length` frames. Garbage is skipped up to the next header; nothing raises."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

FRAME_LIMIT = 64 * 1024 * 1024  # bytes; the largest message pi can send in practice is a tenth of this
HEADER_LIMIT = 16 * 1024  # bytes without an end of header are garbage
TAIL_KEPT = 256  # bytes of garbage kept, so that a header torn between two reads is still found

_LENGTH = rb"Content-Length:[ \t]*(\d{1,18})[ \t]*\r\n(?:[\w-]+:[^\r\n]*\r\n)*\r\n"
_HEADER = re.compile(_LENGTH, re.IGNORECASE)
_OTHER_HEADERS = re.compile(rb"\s*(?:[\w-]+:[^\r\n]*\r\n)*")
# JSON strings hold no raw line break, so a header inside a body means that the stated length was wrong.
_INSIDE = re.compile(_LENGTH)
_END = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Broken:
    """Bytes that are no frame. `kind` says which standard error answers them."""

    kind: Literal["parse", "request"]
    reason: str


class Frames:
    """Call `feed` with bytes as they come, `take` until it returns None."""

    def __init__(self, limit: int = FRAME_LIMIT) -> None:
        self._limit = limit
        self._buffer = bytearray()
        self._body: int | None = None  # length of the body that comes next
        self._skip = 0  # bytes of an oversize body still to come
        self._lost = False  # garbage was reported, and no good frame came since

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def take(self) -> bytes | Broken | None:
        """The next body, or what was broken, or None: more bytes are needed."""
        while True:
            if self._skip and not self._skip_oversize():
                return None
            if self._body is not None:
                return self._take_body(self._body)
            found = _HEADER.search(self._buffer)
            if found is None:
                return self._garbage()
            before = found.start()
            if before and not self._lost and not _OTHER_HEADERS.fullmatch(self._buffer, 0, before):
                return self._lose(before)
            length = int(found[1])
            del self._buffer[: found.end()]
            if length > self._limit:
                self._skip = length
                return Broken("request", f"a frame of {length} bytes: the limit is {self._limit}")
            self._body = length

    def reread(self, body: bytes) -> None:
        """Look for frames inside a body that was no JSON: its header may have stated a wrong length."""
        found = _INSIDE.search(body)
        if found is not None:
            self._buffer[:0] = body[found.start() :]

    def _take_body(self, length: int) -> bytes | None:
        if len(self._buffer) < length:
            return None
        with memoryview(self._buffer) as view:
            body = bytes(view[:length])
        del self._buffer[:length]
        self._body = None
        self._lost = False
        return body

    def _skip_oversize(self) -> bool:
        found = _INSIDE.search(self._buffer, 0, self._skip)
        if found is not None:
            del self._buffer[: found.start()]
            self._skip = 0
            return True
        drop = min(self._skip, len(self._buffer))
        if drop < self._skip:
            drop = max(0, drop - TAIL_KEPT)
        del self._buffer[:drop]
        self._skip -= drop
        return self._skip == 0

    def _garbage(self) -> Broken | None:
        """No complete header in the buffer: wait while one may still be coming, else drop what is there."""
        end = self._buffer.rfind(_END)
        if end >= 0:
            return self._lose(end + len(_END))
        if len(self._buffer) > HEADER_LIMIT:
            return self._lose(len(self._buffer) - TAIL_KEPT)
        return None

    def _lose(self, count: int) -> Broken | None:
        """Drop `count` bytes. Reported once until the next good frame, so that a flood gets one answer."""
        sample = bytes(self._buffer[:count]).strip()[:40].decode("utf-8", "replace")
        del self._buffer[:count]
        if self._lost or not sample:
            return None
        self._lost = True
        return Broken("parse", f"bytes that are no frame: {sample!r}")


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
