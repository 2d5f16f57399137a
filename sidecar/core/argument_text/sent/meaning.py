"""(streamed text, what pi read) → what the text means, where that is more than pi read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sidecar.core.blocks import JsonObject, JsonValue, Path
from sidecar.core.names.kinds import is_command
from sidecar.core.patch import dotted
from sidecar.core.spelling import spelled
from sidecar.core.values import equal, is_empty

from .escapes import BACKSLASH, QUOTE, TwoReadings, plain_text, read
from .tokens import Members, Number, Text, tree

KEY_TWICE = "raw-key-twice"
SPELLING = "raw-number-spelling"
RULES = {
    QUOTE: r"`printf \'%s\'` → `printf '%s'`: a quote with a backslash that JSON does not have.",
    BACKSLASH: r"`\bword\s` → itself: with escapes that JSON does not have beside it, `\b` is no backspace.",
    KEY_TWICE: '`{"newText": "b", "newText": ""}` → the content: a key given twice, once empty.',
    SPELLING: '`1.10` → `"1.10"` where the schema wants text: a number as it was written.',
}
NOTES = {
    QUOTE: r"\' read as a quote",
    BACKSLASH: "backslashes kept",
}


@dataclass(frozen=True, slots=True)
class Meant:
    """`arguments` know the spelling of their numbers. `rules`: why they are not what pi read."""

    arguments: JsonObject
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unclear:
    """The text can mean two things: what to tell the model."""

    reason: str


def meaning(text: str, held: JsonValue, allowed: Callable[[str], bool]) -> Meant | Unclear | None:
    """None where the text is not the one that pi read `held` from.

    `allowed`: whether a rule is switched on.
    """
    try:
        written = tree(text)
        if not equal(_as_pi(written), held):
            return None
        reader = _Reader(allowed)
        return Meant(reader.value(written, ()), tuple(reader.rules), tuple(reader.notes))
    except _UnclearError as unclear:
        return Unclear(str(unclear))
    except (ValueError, ArithmeticError):
        return None


class _UnclearError(Exception):
    pass


def as_pi(text: str) -> JsonValue:
    """What pi reads from the text of arguments. Raises ValueError where pi takes it for broken."""
    try:
        read: JsonValue = _as_pi(tree(text))
    except ArithmeticError as error:
        raise ValueError(str(error)) from error
    return read


def _as_pi(part: Any) -> Any:
    if isinstance(part, Members):
        return {plain_text(key.body): _as_pi(value) for key, value in part}
    if isinstance(part, list):
        return [_as_pi(item) for item in part]
    if isinstance(part, Text):
        return plain_text(part.body)
    return spelled(part.spelling) if isinstance(part, Number) else part


class _Reader:
    """One text; `rules` and `notes` in the order of what was found."""

    def __init__(self, allowed: Callable[[str], bool]) -> None:
        self._allowed = allowed
        self.rules: dict[str, None] = {}
        self.notes: dict[str, None] = {}

    def value(self, part: Any, path: Path) -> Any:
        if isinstance(part, Members):
            return self._object(part, path)
        if isinstance(part, list):
            return [self.value(item, (*path, index)) for index, item in enumerate(part)]
        if isinstance(part, Text):
            return self._text(part.body, path)
        if isinstance(part, Number):
            number = spelled(part.spelling)
            return number if self._allowed(SPELLING) else number + 0
        return part

    def _text(self, body: str, path: Path) -> str:
        reading = read(body, command=is_command(path))
        if isinstance(reading, TwoReadings):
            if not self._allowed(QUOTE):
                return plain_text(body)
            raise _UnclearError(
                f"{dotted(path)}: {reading.reason}. Write ' for a quote, \\\\' for a backslash and a quote."
            )
        if reading.rule is None:
            return reading.value
        if not self._allowed(reading.rule):
            return plain_text(body)
        self._found(reading.rule, NOTES[reading.rule])
        return reading.value

    def _object(self, members: Members, path: Path) -> JsonObject:
        made: JsonObject = {}
        given: dict[str, list[Any]] = {}
        for key, part in members:
            given.setdefault(plain_text(key.body), []).append(part)
        for name, parts in given.items():
            chosen = parts[-1] if len(parts) == 1 else self._one_of(parts, (*path, name))
            made[name] = self.value(chosen, (*path, name))
        return made

    def _one_of(self, parts: list[Any], path: Path) -> Any:
        if not self._allowed(KEY_TWICE) or all(_same(part, parts[-1]) for part in parts):
            return parts[-1]
        filled = [part for part in parts if not is_empty(_as_pi(part))]
        if not filled or not all(_same(part, filled[-1]) for part in filled):
            raise _UnclearError(
                f"{dotted(path)} is given more than once, with different values: pi would use the last one"
                " alone. Give each argument once."
            )
        if not _same(filled[-1], parts[-1]):
            self._found(KEY_TWICE, f"{dotted(path)} given twice, once empty")
        return filled[-1]

    def _found(self, rule: str, note: str) -> None:
        self.rules[rule] = None
        self.notes[note] = None


def _same(left: Any, right: Any) -> bool:
    """Whether two parts say the same, every digit counted."""
    return bool(equal(_exact(left), _exact(right)))


def _exact(part: Any) -> Any:
    if isinstance(part, Members):
        return {key.body: _exact(value) for key, value in part}
    if isinstance(part, list):
        return [_exact(item) for item in part]
    if isinstance(part, Text):
        return plain_text(part.body)
    return Decimal(part.spelling) if isinstance(part, Number) else part
