"""A repair without values: where each value of the call goes. As JSON for keeping, in words for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, TypeAlias, get_args

from sidecar.core.blocks import JsonObject

LONGEST_KEY = 80  # characters; a longer key is content that got into a key
MOST_TAKES = 40
DEEPEST = 20


class Mark(Enum):
    """A step that is no key and no index."""

    EACH = "each"  # every item of a list
    TEXT = "text"  # what the JSON in a text holds


Step: TypeAlias = str | int | Mark
Steps: TypeAlias = tuple[Step, ...]
Cast: TypeAlias = Literal["", "number", "boolean", "text", "json"]
Form: TypeAlias = Literal["", "word", "line", "text"]


@dataclass(frozen=True, slots=True)
class Take:
    """Where one value of the call goes in the new arguments. Without `target` it repeats the tool's name.

    `form` is the widest text that was seen to go to a place that names something. The shape does not apply to
    a wider one.
    """

    source: Steps
    target: Steps | None
    cast: Cast = ""
    form: Form = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """`tool` is what was called and runs, `schema` the hash of its schema at the time."""

    tool: str
    schema: str
    takes: tuple[Take, ...]


def starred(steps: Steps) -> Steps:
    """The path with every index as the mark for each item."""
    return tuple(Mark.EACH if isinstance(step, int) else step for step in steps)


def to_json(shape: Shape) -> JsonObject:
    return {"tool": shape.tool, "schema": shape.schema, "takes": [_told(take) for take in shape.takes]}


def _told(take: Take) -> JsonObject:
    if take.target is None:
        return {"from": _out(take.source)}
    return {"from": _out(take.source), "to": _out(take.target), "as": take.cast, "form": take.form}


def from_json(said: Any) -> Shape:
    """Raises ValueError for anything `to_json` does not write."""
    try:
        takes = tuple(_take(one) for one in said["takes"])
        tool, schema = said["tool"], said["schema"]
        if not isinstance(tool, str) or not isinstance(schema, str) or len(takes) > MOST_TAKES:
            raise ValueError("no shape")
        return Shape(tool, schema, takes)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("no shape") from error


def _take(said: Any) -> Take:
    cast, form = said.get("as", ""), said.get("form", "")
    if cast not in get_args(Cast) or form not in get_args(Form):
        raise ValueError("no shape")
    return Take(_in(said["from"]), _in(said["to"]) if "to" in said else None, cast, form)


def _out(steps: Steps) -> list[Any]:
    return [{"mark": step.value} if isinstance(step, Mark) else step for step in steps]


def _in(said: Any) -> Steps:
    if not isinstance(said, list) or len(said) > DEEPEST:
        raise ValueError("no path")
    return tuple(_step(one) for one in said)


def _step(said: Any) -> Step:
    if isinstance(said, dict):
        return Mark(said["mark"])
    if isinstance(said, str) or (type(said) is int and said >= 0):
        return said
    raise ValueError("no step")


def in_words(shape: Shape) -> str:
    """`write: args.alpha → path` as a person reads it."""
    said = [_said(take) for take in shape.takes if take.target is not None and _tells(take)]
    return f"{shape.tool}: {', '.join(said) or 'the arguments as they are'}"


def _tells(take: Take) -> bool:
    return take.source != take.target or bool(take.cast)


def _said(take: Take) -> str:
    source, target = _shown(take.source), _shown(take.target or ())
    how = _CASTS_SAID[take.cast] + (" read from JSON text" if Mark.TEXT in take.source else "")
    return f"{source}{how}" if source == target else f"{source} → {target}{how}"


_CASTS_SAID: Mapping[Cast, str] = {
    "": "",
    "boolean": " as true or false",
    "json": " as JSON text",
    "number": " as a number",
    "text": " as text",
}


def _shown(steps: Sequence[Step]) -> str:
    text = ""
    for step in steps:
        if step is Mark.EACH:
            text += "[]"
        elif isinstance(step, int):
            text += f"[{step}]"
        elif isinstance(step, str):
            text += f".{step}"
    return text.removeprefix(".") or "all arguments"
