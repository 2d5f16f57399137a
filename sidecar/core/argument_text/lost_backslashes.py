r"""`C:⇥emp⏎ew` → `C:\temp\new`: a Windows path whose backslashes began escapes of JSON.

The text was valid JSON and said just that, so the value alone decides. A file's content, and the line breaks
and tabs of a command, stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sidecar.core.blocks import JsonObject, JsonValue, Path
from sidecar.core.names.kinds import is_command, is_path
from sidecar.core.patch import apply as patched
from sidecar.core.patch import dotted, replace
from sidecar.core.values import JSON_ESCAPES

from .sent import Unclear

RULE = "restore-backslash"
DOES = r"`C:` and a tab before `emp` → `C:\temp`: a path whose backslashes were read as escapes."
LONGEST_PATH = 1_000  # characters
MOST_PARTS = 20_000
DEEPEST = 200

_WRITTEN = {character: f"\\{letter}" for letter, character in JSON_ESCAPES.items()}
_LOST = re.compile(r"[\t\n\r\f\b]")
_NAME = r"[\w.$%~({@+-]"
_DRIVE = re.compile(rf"[A-Za-z]:(?:\\[^\t\n\r\f\b\\]+)*[\t\n\r\f\b]{_NAME}")
_ENDS_OPEN = re.compile(rf"[\t\n\r\f\b](?!{_NAME})")  # no name follows: a line break may be one
_JOINED = re.compile(r"[\w.]\\[\w.]")
_REST = r"[^\s\\:*?\"'<>|]"
_IN_COMMAND = re.compile(rf"(?<!\w)[A-Za-z]:[\t\f\b]{_NAME}{_REST}*(?:[\t\f\b]{_NAME}{_REST}*|\\{_REST}+)*")


@dataclass(frozen=True, slots=True)
class Restored:
    arguments: JsonObject
    places: tuple[Path, ...]


def restore(arguments: JsonValue) -> Restored | Unclear | None:
    """None where nothing was lost."""
    if not isinstance(arguments, dict):
        return None
    changed: Any = arguments
    places: list[Path] = []
    for path, value in _texts_with_layout(arguments):
        meant = _restored(path, value)
        if meant is None:
            return Unclear(
                f"{dotted(path)} holds {_named(value)}, which no path has. In JSON, write each backslash"
                " of a path twice, or use /."
            )
        if meant != value:
            changed = patched(changed, (replace(path, meant),))
            places.append(path)
    return Restored(changed, tuple(places)) if places else None


def _texts_with_layout(arguments: JsonObject) -> Iterator[tuple[Path, str]]:
    """The texts of a path or a command that hold a tab, a line break or the like, and other short ones."""
    todo: list[tuple[Path, Any]] = [((), arguments)]
    looked = 0
    while todo:
        path, here = todo.pop()
        looked += 1
        if looked > MOST_PARTS or len(path) > DEEPEST:
            return
        parts: Iterable[tuple[Any, Any]]
        parts = here.items() if isinstance(here, dict) else enumerate(here)
        for step, value in parts:
            if isinstance(value, str):
                if _LOST.search(value) and (len(value) <= LONGEST_PATH or is_command((*path, step))):
                    yield (*path, step), value
            elif isinstance(value, (dict, list)):
                todo.append(((*path, step), value))


def _restored(path: Path, value: str) -> str | None:
    """The text as it was meant; None where that is unclear."""
    if is_command(path):
        return _IN_COMMAND.sub(lambda found: _with_backslashes(found[0]), value)
    if is_path(path):
        whole = not _ENDS_OPEN.search(value)
        return _with_backslashes(value) if whole and _is_windows(value) else None
    if " " in value or not _DRIVE.match(value) or _ENDS_OPEN.search(value):
        return value
    evident = _JOINED.search(value) or re.search(r"[\t\f\b]", value)
    return _with_backslashes(value) if evident else value


def _is_windows(value: str) -> bool:
    return bool(_DRIVE.match(value) or _JOINED.search(value))


def _with_backslashes(text: str) -> str:
    return _LOST.sub(lambda found: _WRITTEN[found[0]], text)


def _named(value: str) -> str:
    found = _LOST.search(value)
    names = {"\t": "a tab", "\n": "a line feed", "\r": "a carriage return", "\f": "a form feed"}
    return names.get(found[0] if found else "", "a backspace")
