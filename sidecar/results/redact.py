"""Values → their shape: letters become x, digits 1; what a rule needs to see (true, brackets) stays."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from sidecar.core.blocks import JsonValue

LONGEST_TEXT = 200  # of one value; the rest is cut
LONGEST_RAW = 2_000
LONGEST_KEY = 60
DEEPEST = 12
_WORD = re.compile(r"[^\W\d_]+|\d+|_")
_KEY = re.compile(r"[\w$.@:/-]+")
_PLAIN = frozenset("true false null none yes no on off True False None TRUE FALSE".split())
_LETTERS = re.compile(r"[^\W\d_]")
_NAME = re.compile(r"[\w$-]+")
_TOKEN = re.compile(
    r"\b(?=\w*\d)[\w-]{20,}|\b(?:sk|pk|ghp|gho|xox[abp])[-_]\w+|\S+@\S+|(?<=//)[^/\s@]+@", re.ASCII
)
_HOME = re.compile(r"(?:/home|/Users|[A-Za-z]:\\Users)[/\\][^/\\\s\"']+")


def shape(value: JsonValue, kept: Collection[str] = (), depth: int = 0) -> Any:
    """`kept` are words of the schema (key names, constants), which are no secret."""
    if isinstance(value, str):
        return masked(value, kept, LONGEST_TEXT)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return -1 if value < 0 else 1 if value else 0
    if isinstance(value, float):
        return float(int(value > 0)) if value.is_integer() else 1.5
    if depth >= DEEPEST:
        return {} if isinstance(value, dict) else []
    if isinstance(value, list):
        return [shape(item, kept, depth + 1) for item in value]
    return {_key(str(key), kept): shape(item, kept, depth + 1) for key, item in value.items()}


def masked(text: str, kept: Collection[str] = (), longest: int = LONGEST_RAW) -> str:
    if text in kept or text in _PLAIN:
        return text
    return _NAME.sub(lambda found: _word(found[0], kept), text[:longest])


def _word(word: str, kept: Collection[str]) -> str:
    if word in kept or word in _PLAIN:
        return word
    return _LETTERS.sub(lambda letter: "X" if letter[0].isupper() else "x", re.sub(r"\d", "1", word))


def _key(key: str, kept: Collection[str]) -> str:
    """A key is a name a model chose, unless it is too long or too odd to be one."""
    return key if len(key) <= LONGEST_KEY and _KEY.fullmatch(key) else masked(key, kept, LONGEST_KEY)


def error_text(text: str, arguments: JsonValue, longest: int = 600) -> str:
    """An error without the arguments it quotes, and without what looks like a secret or a person's folder."""
    text = text.partition("\n\nReceived arguments:")[0][: 4 * longest]
    for leaf in sorted(_texts(arguments), key=len, reverse=True):
        text = text.replace(leaf, "…")
    text = _HOME.sub("~", _TOKEN.sub("…", text)).strip()
    return text if len(text) <= longest else text[:longest] + "…"


def _texts(value: JsonValue) -> set[str]:
    found: set[str] = set()
    todo: list[Any] = [value]
    while todo:
        here = todo.pop()
        if isinstance(here, str):
            found.update(part for part in {here, here.strip(), *here.splitlines()} if len(part) >= 3)
        elif isinstance(here, dict):
            todo.extend(here.values())
        elif isinstance(here, list):
            todo.extend(here)
    return found
