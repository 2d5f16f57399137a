from __future__ import annotations

import pytest

from sidecar.rpc.framing import Broken, Frames, frame

GOOD = frame(b'{"a":1}')


def taken(frames: Frames) -> list[bytes | str]:
    """Everything there is: bodies as they are, broken ones by the kind of their error."""
    found: list[bytes | str] = []
    while (each := frames.take()) is not None:
        found.append(each.kind if isinstance(each, Broken) else each)
    return found


def read(data: bytes, step: int, limit: int = 1000) -> list[bytes | str]:
    frames = Frames(limit)
    found: list[bytes | str] = []
    for start in range(0, len(data), step):
        frames.feed(data[start : start + step])
        found += taken(frames)
    return found


CASES = [
    pytest.param(GOOD * 3, [b'{"a":1}'] * 3, id="many frames"),
    pytest.param(frame(b""), [b""], id="an empty body"),
    pytest.param(
        b"content-length:7\r\nContent-Type: x\r\n\r\n" + GOOD[-7:], [GOOD[-7:]], id="other headers after"
    ),
    pytest.param(b"Content-Type: x\r\n" + GOOD, [GOOD[-7:]], id="other headers before"),
    pytest.param(b"\r\n" + GOOD, [GOOD[-7:]], id="blank space between frames"),
    pytest.param(b"rubbish" + GOOD, ["parse", GOOD[-7:]], id="garbage, then a frame"),
    pytest.param(b"rub\r\n\r\nbish" + GOOD, ["parse", GOOD[-7:]], id="garbage with an end of header in it"),
    pytest.param(b"Content-Length: x\r\n\r\n" + GOOD, ["parse", GOOD[-7:]], id="a length that is no number"),
    pytest.param(b"Content-Length: -1\r\n\r\n" + GOOD, ["parse", GOOD[-7:]], id="a negative length"),
    pytest.param(b"x\r\n\r\n" * 500 + GOOD, ["parse", GOOD[-7:]], id="a flood of garbage is one answer"),
    pytest.param(
        b"x\r\n\r\n" + GOOD + b"y\r\n\r\n" + GOOD,
        ["parse", GOOD[-7:]] * 2,
        id="garbage after a good frame is said",
    ),
    pytest.param(b"x" * 40_000 + GOOD, ["parse", GOOD[-7:]], id="garbage longer than any header"),
    pytest.param(frame(b"x" * 1001) + GOOD, ["request", GOOD[-7:]], id="an oversize body is skipped"),
    pytest.param(frame(b"x" * 90_000) + GOOD, ["request", GOOD[-7:]], id="a long oversize body is skipped"),
    pytest.param(
        b"Content-Length: 99999999999\r\n\r\n" + b"x" * 700 + GOOD,
        ["request", GOOD[-7:]],
        id="an oversize length that was a lie: the next header is found",
    ),
]


@pytest.mark.parametrize(("data", "want"), CASES)
@pytest.mark.parametrize("step", [3, 7, 100, 1_000_000], ids="read by {}".format)
def test_bytes_become_bodies(data: bytes, want: list[bytes | str], step: int) -> None:
    assert read(data, step) == want


def test_a_header_that_lied_hides_no_frame() -> None:
    frames = Frames()
    frames.feed(b"Content-Length: %d\r\n\r\n{" % (1 + len(GOOD)) + GOOD + GOOD)
    swallowed = frames.take()
    assert isinstance(swallowed, bytes)
    frames.reread(swallowed)
    assert taken(frames) == [b'{"a":1}'] * 2


def test_a_body_without_a_header_in_it_is_not_read_again() -> None:
    frames = Frames()
    frames.reread(b"{ no json")
    assert frames.take() is None
