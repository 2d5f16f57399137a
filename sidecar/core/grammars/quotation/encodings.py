"""A text → what it holds in base64, hex, percent or quoted-printable encoding.

A model decodes these by itself, so an encoded call in a page is a call in a page. Ciphers are not undone.
"""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote_plus

LAYERS = 2  # such as base64 in a query string
RUNS_READ = 500  # of one encoding in one text
LONGEST_RUN = 200_000  # characters; a longer one is binary data
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_PRINTABLE = re.compile(r"=[0-9A-F]{2}|=\r?\n")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{20,}(?:\r?\n[ \t]*[A-Za-z0-9+/_-]+){0,5000}={0,2}")
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2}[\s:]?){20,}")
_BLANK = re.compile(r"[\s:=]+")


def decoded(text: str) -> Iterator[str]:
    """The texts that stand encoded in `text`."""
    layer = [text]
    for _ in range(LAYERS):
        layer = [inner for outer in layer for inner in _inside(outer)]
        yield from layer


def _inside(text: str) -> Iterator[str]:
    if "%" in text and _PERCENT.search(text):
        yield unquote_plus(text)
    if "=" in text and _PRINTABLE.search(text):
        yield quopri.decodestring(text.encode("utf-8", "replace")).decode("utf-8", "replace")
    runs = [run for run in (*_runs(text, _BASE64, _from_base64), *_runs(text, _HEX, _from_hex)) if run]
    if runs:
        yield "\n".join(runs)


def _runs(text: str, pattern: re.Pattern[str], decode: Callable[[str], bytes]) -> Iterator[str]:
    for count, found in enumerate(pattern.finditer(text)):
        if count >= RUNS_READ:
            return
        if len(found[0]) <= LONGEST_RUN:
            yield _readable(decode(_BLANK.sub("", found[0])))


def _from_base64(run: str) -> bytes:
    run = run.replace("-", "+").replace("_", "/")
    run = run[:-1] if len(run) % 4 == 1 else run
    try:
        return base64.b64decode(run + "=" * (-len(run) % 4))
    except (binascii.Error, ValueError):
        return b""


def _from_hex(run: str) -> bytes:
    try:
        return bytes.fromhex(run[: len(run) // 2 * 2])
    except ValueError:
        return b""


def _readable(data: bytes) -> str:
    """`data` as UTF-8; "" where it is none, or mostly unprintable, as most runs of letters decode."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return ""
    odd = sum(not (character.isprintable() or character.isspace()) for character in text)
    return text if odd * 20 <= len(text) else ""
