"""`{"path": "a.txt", "limit": 5}` → `{"path": "text(5)", "limit": "integer"}`: names and sizes, no values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .blocks import JsonValue

DEEPEST = 6
KEYS_SHOWN = 30
ITEMS_SHOWN = 3
SHORTEST_SECRET = 3  # characters: a shorter text says nothing by itself
LEAVES_LOOKED_AT = 200
LONGEST_READ = 4_000  # characters of a sentence
HIDDEN = "…"
_NAME = re.compile(r"[\w.$@\[\]-]{1,60}")
_UNCLOSED = re.compile(r"[\"'].*", re.DOTALL)
# What a sentence quotes: JSON text, Python's repr, numbers and constants. After a letter ' is an apostrophe.
_QUOTED = re.compile(
    r'"(?:\\.|[^"\\])*"|(?<!\w)\'(?:\\.|[^\'\\])*\'|(?<![\w.])-?\d[\d.]*|true or false|\b(?:true|false)\b'
)
_SAID_TO_ALL = frozenset({'"null"', '""', "true or false"})  # by a guard: what pi would use, what to send


def shape(value: JsonValue, depth: int = 0) -> Any:
    if isinstance(value, str):
        return f"text({len(value)})"
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, (int, float)):
        return "integer" if isinstance(value, int) else "number"
    if depth >= DEEPEST:
        return f"{'object' if isinstance(value, dict) else 'list'}({len(value)})"
    if isinstance(value, list):
        rest = [f"and {len(value) - ITEMS_SHOWN} more"] if len(value) > ITEMS_SHOWN else []
        return [*(shape(item, depth + 1) for item in value[:ITEMS_SHOWN]), *rest]
    shown = list(value.items())[:KEYS_SHOWN]
    more = {HIDDEN: f"and {len(value) - KEYS_SHOWN} more"} if len(value) > KEYS_SHOWN else {}
    return {**{name(str(key)): shape(item, depth + 1) for key, item in shown}, **more}


def name(text: str) -> str:
    """A name as it is. A key that is no name may be a value that went astray."""
    return text if _NAME.fullmatch(text) else f"key({len(text)})"


def is_hidden(text: str) -> bool:
    """Whether `text` is what `name` says for a key that is no name."""
    return re.fullmatch(r"key\(\d+\)", text) is not None


def _hidden(found: re.Match[str]) -> str:
    return found[0] if found[0] in _SAID_TO_ALL else HIDDEN


def in_kinds(summary: str) -> str:
    """A repair's summary with kinds for values: `limit: "5" → 5` becomes `limit: text → number`."""

    def kind(found: re.Match[str]) -> str:
        said = found[0]
        return "text" if said[0] in "\"'" else "boolean" if said[0] in "tf" else "number"

    return _QUOTED.sub(kind, summary)


def without_values(sentence: str, arguments: JsonValue, longest: int = 200) -> str:
    """`sentence` without what it quotes, and without any text of `arguments`."""
    cut = len(sentence) > LONGEST_READ
    sentence = _QUOTED.sub(_hidden, sentence[:LONGEST_READ])
    if cut:
        sentence = _UNCLOSED.sub(HIDDEN, sentence)  # a quotation that the cut left open
    for text in _texts(arguments):
        sentence = sentence.replace(text, HIDDEN)
    return sentence[:longest]


def _texts(arguments: JsonValue) -> Iterator[str]:
    """The texts of `arguments` and its keys that are no names, the longest of what was looked at first."""
    found: set[str] = set()
    todo: list[Any] = [arguments]
    while todo and len(found) < LEAVES_LOOKED_AT:
        here = todo.pop()
        if isinstance(here, dict):
            found.update(key for key in here if not _NAME.fullmatch(str(key)))
            todo.extend(here.values())
        elif isinstance(here, list):
            todo.extend(here[:LEAVES_LOOKED_AT])
        elif isinstance(here, str):
            found.add(here.strip())
    yield from sorted((text for text in found if len(text) >= SHORTEST_SECRET), key=len, reverse=True)
