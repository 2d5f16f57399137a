"""What became of an argument text: read, cut off, ambiguous or unreadable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sidecar.core.blocks import JsonObject


@dataclass(frozen=True, slots=True)
class Read:
    """The one object that the text can mean. `steps` name what was corrected; none for valid JSON."""

    arguments: JsonObject
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Truncated:
    """The text ends before the arguments do: closing it would run half of a call."""

    reason: str


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The text can mean two things."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No reader finds an object that fits the tool and accounts for the whole text."""

    reason: str


Reading: TypeAlias = Read | Truncated | Ambiguous | Unreadable
