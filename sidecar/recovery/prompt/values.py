"""A JSON value as its leaves: `{"a": [1, "x"]}` → `("a", 0): 1`, `("a", 1): "x"`. No recursion on depth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sidecar.core import values
from sidecar.core.blocks import JsonValue, Path
from sidecar.core.values import JSON_ESCAPES, TooLargeError, decode_json, python_value

LITERAL_CHARS = 10_000  # Python literals are read only in text up to this
PARTS_READ = 100_000  # values that are still to be looked at
DEPTH_READ = 100
LEAVES_READ = 2_000  # more are too many to ask a small model about

_ESCAPE = re.compile(r'\\(u[0-9a-fA-F]{4}|["\\/bfnrt])')


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar or an empty container, and where it sits."""

    path: Path
    value: JsonValue

    @property
    def key(self) -> str:
        """The nearest key above, "" where there is none."""
        return next((step for step in reversed(self.path) if isinstance(step, str)), "")

    @property
    def pattern(self) -> tuple[str, ...]:
        """The path with every index as `*`."""
        return pattern(self.path)


def pattern(path: Path) -> tuple[str, ...]:
    return tuple(step if isinstance(step, str) else "*" for step in path)


def show(path: Path) -> str:
    """A path as people write it: `edits[0].oldText`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or "arguments"


def walk(value: JsonValue) -> Iterator[tuple[Path, JsonValue]]:
    """Every value below and including `value`, in document order. Raises TooLargeError."""
    return values.walk(value, PARTS_READ, DEPTH_READ)


def leaves(value: JsonValue) -> list[Leaf]:
    """The leaves in document order. Raises TooLargeError."""
    found: list[Leaf] = []
    for path, here in walk(value):
        if not here or not isinstance(here, (dict, list)):
            found.append(Leaf(path, here))
            if len(found) > LEAVES_READ:
                raise TooLargeError
    return found


def unescape(text: str) -> str:
    """JSON escapes in `text` read: `a\\nb` → two lines. Other backslashes stay."""

    def one(match: re.Match[str]) -> str:
        said = match[1]
        return chr(int(said[1:], 16)) if said[0] == "u" and len(said) == 5 else JSON_ESCAPES.get(said, said)

    if "\\" not in text:
        return text
    return _ESCAPE.sub(one, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def decode_container(text: str) -> dict[str, Any] | list[Any] | None:
    """The object or array that `text` spells as JSON, as JSON escaped once more, or as a Python literal."""
    stripped = text.strip()
    if stripped[:1] not in ("{", "["):
        return None
    for candidate in (stripped, unescape(stripped)):
        try:
            value = decode_json(candidate)
        except ValueError:
            continue
        return value if isinstance(value, (dict, list)) else None
    again = python_value(stripped, LITERAL_CHARS)
    return again if isinstance(again, (dict, list)) else None
