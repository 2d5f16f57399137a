"""One value of the failing call → what it may become without loss: cast, trimmed, unquoted, unescaped."""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Iterator

from sidecar.core.blocks import JsonValue
from sidecar.recovery.prompt.values import unescape

SHORT = 1_000  # trims and casts are slips in short values; a long text is content
SPLIT_CHARS = 2_000  # a longer text is content: nothing is cut out of it
SEPARATORS = (",", "\n", ";", " ", "/", "\\", ":", "=", "|")
PATH_JOINERS = ("/", "\\")
LINE_JOINERS = ("\n", "")
LIST_JOINERS = ("\n", ",", ", ", " ", "/", "\\", "")
_SHELL_QUOTES = set("'\"\\")
_QUOTES = ("'", '"', "`")
_UNSAFE_JOINED_BY_SPACE = set(" \t\n'\"\\$&|;<>()`*?[]{}#~!")


def readings(value: JsonValue, *, trims: bool) -> Iterator[JsonValue]:
    """What the whole `value` may become, besides itself. `trims`: white space around it means nothing."""
    if isinstance(value, bool):
        yield "true" if value else "false"
    elif isinstance(value, (int, float)):
        yield json.dumps(value)
    elif isinstance(value, str):
        if trims and len(value) <= SHORT:
            bare = value.strip()
            yield bare
            if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in _QUOTES:
                yield bare[1:-1]
            if bare.startswith("<") and bare.endswith(">"):
                yield bare[1:-1]
        if "\\" in value and "\n" not in value and "\t" not in value:
            yield unescape(value)
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


def splits(text: str) -> Iterator[tuple[list[str], bool]]:
    """Ways `text` falls into parts that lose nothing but the separator, and whether they must be one list.

    Only a list may take words or many parts: a command cut at a space over two arguments is another command.
    """
    if len(text) > SPLIT_CHARS:
        return
    for separator in SEPARATORS:
        if separator not in text:
            continue
        if separator == " " and _SHELL_QUOTES & set(text):
            yield _shell_words(text), True
            continue
        yield [part for piece in text.split(separator) if (part := piece.strip())], True
        if separator != " ":
            yield text.split(separator, 1), False
            yield [part.strip() for part in text.split(separator, 1)], False
            yield [part.strip() for part in text.rsplit(separator, 1)], False


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
        elif not joiner or not any(joiner.strip(" ") in part for part in parts):
            yield joiner.join(parts)
