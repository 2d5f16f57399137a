"""A text → what it holds in base64, base32, hex, numbers, percent or quoted-printable encoding.

A model decodes these by itself, so an encoded call in a page is a call in a page. Ciphers are looked for from
the call's side, see call_shapes.py.
Everything is linear: what was decoded is never longer than the text.
"""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote_plus

LAYERS = 2  # such as base64 in a query string
NEAR_LINES = 4  # around one that is quoted-printable
LONGEST_RUN = 200_000  # characters; a longer one is binary data
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_PRINTABLE = re.compile(r"=[0-9A-F]{2}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}(?:\r?\n[> \t]{0,20}[A-Za-z0-9+/_-]+){0,5000}={0,2}")
_BASE32 = re.compile(r"[A-Z2-7]{32,}(?:\r?\n[ \t]{0,20}[A-Z2-7]+){0,5000}={0,6}")
_HEX = re.compile(r"(?:(?<![0-9A-Za-z])|(?=\\x))(?:(?:0x|\\x)?[0-9A-Fa-f]{2}[\s:,]{0,2}){20,}")
# a line of xxd or hexdump: where it begins, its bytes, and then the same as text
_DUMP = re.compile(r"^[0-9A-Fa-f]{4,10}:?[ \t]{1,3}((?:[0-9A-Fa-f]{2,8}[ \t]{1,2}){2,16})", re.MULTILINE)
_NUMBERS = re.compile(r"(?:[1-9]\d{1,2}\s?,\s?){20,}[1-9]\d{1,2}")
_PREFIX = re.compile(r"0x|\\x")
_BLANK = re.compile(r"[\s:=,>]+")


def decoded(text: str) -> Iterator[str]:
    """The texts that stand encoded in `text`."""
    layer = [text]
    for _ in range(LAYERS):
        layer = [inner for outer in layer for inner in _inside(outer)]
        yield from layer


def _inside(text: str) -> Iterator[str]:
    if "%" in text and _PERCENT.search(text):
        yield "\n".join(unquote_plus(word) for word in text.split() if "%" in word)
    if "=" in text and _PRINTABLE.search(text):
        yield quopri.decodestring(_near_printable(text).encode("utf-8", "replace")).decode("utf-8", "replace")
    if dump := _DUMP.findall(text):
        yield _readable(_from_hex("".join(dump)))
    runs = [run for pattern, decode in _RUNS for run in _decoded_runs(text, pattern, decode) if run]
    if runs:
        yield "\n".join(runs)


def _near_printable(text: str) -> str:
    """The lines that hold quoted-printable characters, and those near them."""
    lines = text.split("\n")
    kept: set[int] = set()
    for number, line in enumerate(lines):
        if "=" in line and (line.rstrip("\r").endswith("=") or _PRINTABLE.search(line)):
            kept.update(range(max(0, number - NEAR_LINES), number + NEAR_LINES + 1))
    return "\n".join(line for number, line in enumerate(lines) if number in kept)


def _decoded_runs(text: str, pattern: re.Pattern[str], decode: Callable[[str], bytes]) -> Iterator[str]:
    for found in pattern.finditer(text):
        if len(found[0]) <= LONGEST_RUN:
            yield _readable(decode(found[0]))


def _from_base64(run: str) -> bytes:
    run = _BLANK.sub("", run).replace("-", "+").replace("_", "/")
    run = run[:-1] if len(run) % 4 == 1 else run
    try:
        return base64.b64decode(run + "=" * (-len(run) % 4))
    except (binascii.Error, ValueError):
        return b""


def _from_base32(run: str) -> bytes:
    run = _BLANK.sub("", run)
    try:
        return base64.b32decode(run + "=" * (-len(run) % 8))
    except (binascii.Error, ValueError):
        return b""


def _from_hex(run: str) -> bytes:
    run = _BLANK.sub("", _PREFIX.sub("", run))
    try:
        return bytes.fromhex(run[: len(run) // 2 * 2])
    except ValueError:
        return b""


def _from_numbers(run: str) -> bytes:
    return bytes(min(int(number), 255) for number in run.split(","))


_RUNS = ((_BASE64, _from_base64), (_BASE32, _from_base32), (_HEX, _from_hex), (_NUMBERS, _from_numbers))


def _readable(data: bytes) -> str:
    """`data` as UTF-8 or UTF-16; "" where it is neither or mostly unprintable, as most runs are."""
    for encoding in ("utf-16-le", "utf-8") if data[1:2] == b"\0" else ("utf-8",):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        odd = sum(not (character.isprintable() or character.isspace()) for character in text[:2_000])
        if odd * 20 <= len(text[:2_000]):
            return text
    return ""
