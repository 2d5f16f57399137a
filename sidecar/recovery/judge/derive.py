"""One value of the failing call → what it may become without loss: cast, trimmed, split, joined.

A text is never read again: what looks like an escape or a quote in it stays.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Iterator

from sidecar.core.blocks import JsonValue

SHORT = 1_000  # trims and casts are slips in short values; a long text is content
SPLIT_CHARS = 2_000  # a longer text is content: nothing is cut out of it
SEPARATORS = (",", "\n", ";", " ", "/", "\\", ":", "=", "|")
PATH_JOINERS = ("/", "\\")
LINE_JOINERS = ("\n", "")
LIST_JOINERS = ("\n", ",", ", ", " ", "/", "\\", "")
_SHELL_QUOTES = set("'\"\\")
_UNSAFE_JOINED_BY_SPACE = set(" \t\n'\"\\$&|;<>()`*?[]{}#~!")


def readings(value: JsonValue, *, trims: bool) -> Iterator[JsonValue]:
    """What the whole `value` may become, besides itself. `trims`: white space around it means nothing."""
    if isinstance(value, bool):
        yield "true" if value else "false"
    elif isinstance(value, (int, float)):
        yield json.dumps(value)
    elif isinstance(value, str):
        if trims and len(value) <= SHORT:
            yield value.strip()
        yield from _cast(value)


def _cast(text: str) -> Iterator[JsonValue]:
    if len(text) > SHORT:
        return
    word = text.strip().lower()
    if word in ("true", "false"):
        yield word == "true"
    try:
        number = json.loads(word)
    except (ValueError, RecursionError):
        return
    if isinstance(number, (int, float)) and not isinstance(number, bool):
        yield number


def lists(text: str) -> Iterator[list[str]]:
    """Ways `text` falls into the items of one list that lose nothing but the separator."""
    for separator in _separators(text):
        if separator == " " and _SHELL_QUOTES & set(text):
            yield _shell_words(text)
        else:
            yield [part for piece in text.split(separator) if (part := piece.strip())]


def fields(text: str) -> Iterator[list[str]]:
    """Ways `text` falls into words that are the values of several arguments: `octo/cat`."""
    for separator in _separators(text):
        for cut in (text.split(separator), text.split(separator, 1), text.rsplit(separator, 1)):
            parts = [part.strip() for part in cut]
            if all(len(part.split()) == 1 for part in parts):
                yield parts


def _separators(text: str) -> Iterator[str]:
    return (separator for separator in SEPARATORS if len(text) <= SPLIT_CHARS and separator in text)


def _shell_words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # a quote that never closes
        return []


def joins(parts: list[str], joiners: Collection[str]) -> Iterator[str]:
    """Texts that `parts` in this order may be joined to without a change of what each of them says."""
    for joiner in joiners:
        if joiner in PATH_JOINERS:
            yield joiner.join([*(part.rstrip(joiner) for part in parts[:-1]), parts[-1]])
        elif joiner == " ":
            if not any(_UNSAFE_JOINED_BY_SPACE & set(part) for part in parts[1:]):
                yield " ".join(parts)
            yield shlex.join(parts)
        elif not joiner:  # of lines that bring their own breaks
            if all(part.endswith("\n") for part in parts[:-1]):
                yield "".join(parts)
        elif not any(joiner.strip(" ") in part for part in parts):
            yield joiner.join(parts)
