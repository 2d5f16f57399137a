"""Malformed argument text → the values one can still make out: `{"a": "x" "b": 2` → `"x"`, 2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from sidecar.core.blocks import JsonValue

from .values import decode_container, unescape

VALUES_READ = 24
MATCHES_READ = 1_000  # scalars, tags and strings looked at, equal ones included
ANCHORS_READ = 100  # a text with more keys is a document, not a call

# `"key": "` opens a value; where inner quotes are not escaped, the next key tells where it ended
_ANCHOR = re.compile(r'"([A-Za-z_][\w.-]{0,60})"\s{0,20}:\s{0,20}"')
# an unclosed string matches too, so that a text full of quotes is scanned only once
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)("|\Z)|\'([^\'\\]*(?:\\.[^\'\\]*)*)(\'|\Z)', re.S)
_KEY_FOLLOWS = re.compile(r"\s{0,20}[:=]")
_BARE = re.compile(r"[:=\[,]\s{0,20}(-?\d+(?:\.\d+)?|true|false)(?=\s{0,20}(?:[,}\]\n]|$))", re.I)
_OPENING_TAG = re.compile(r"<(?:parameter[= ](?:name=)?\"?)?[A-Za-z_][\w.-]{0,60}\"?>")
_AFTER_VALUE = re.compile(r"[\s}\],;)]*$")
_BETWEEN_VALUES = re.compile(r"\s*,?\s*(?:[\]}]\s*,?\s*)*(?:[\[{]\s*)*$")


def readings(raw: str) -> list[JsonValue]:
    """Values found in `raw`, each once, the likeliest reading first."""
    found: dict[tuple[type, str], JsonValue] = {}
    for value in _propose(raw):
        if value != "":
            found.setdefault((type(value), str(value)), value)
        if len(found) >= VALUES_READ:
            break
    return list(found.values())


def _propose(raw: str) -> Iterator[JsonValue]:
    anchored = list(_anchored(raw))
    yield from anchored
    for match in islice(_BARE.finditer(raw), MATCHES_READ):
        yield _scalar(match[1])
    for match in islice(_OPENING_TAG.finditer(raw), MATCHES_READ):
        end = raw.find("</", match.end())
        if end < 0:
            break
        yield raw[match.end() : end]
    whole = raw.strip()
    if whole[:1] not in ("{", "[", "<"):
        yield whole
    if anchored:
        return
    for match in islice(_STRING.finditer(raw), MATCHES_READ):
        text, closed = (match[1], match[2]) if match[1] is not None else (match[3], match[4])
        if not closed or _KEY_FOLLOWS.match(raw, match.end()):
            continue
        yield unescape(text)
        inner = decode_container(unescape(text))
        if inner is not None:
            yield inner


def _anchored(raw: str) -> Iterator[str]:
    anchors = list(islice(_ANCHOR.finditer(raw), ANCHORS_READ + 1))
    if len(anchors) > ANCHORS_READ:
        return
    for index, anchor in enumerate(anchors):
        last = index + 1 == len(anchors)
        segment = raw[anchor.end() : None if last else anchors[index + 1].start()]
        tail = (_AFTER_VALUE if last else _BETWEEN_VALUES).search(segment[-200:])
        value = segment[: len(segment) - len(tail[0])] if tail else segment
        if value.endswith('"') and not value.endswith('\\"'):
            yield unescape(value[:-1])


def _scalar(text: str) -> JsonValue:
    lower = text.lower()
    if lower in ("true", "false"):
        return lower == "true"
    return float(text) if "." in text else int(text[:300])
