"""Lossless casts (`"5"` → 5), and how wide a text is that names something: a word, a line, more."""

from __future__ import annotations

import json
from dataclasses import replace

from sidecar.core.blocks import JsonValue
from sidecar.core.names.words import words
from sidecar.core.values import exact_number

from .shape import Cast, Form, Shape, Step, Steps

FORMS: tuple[Form, ...] = ("", "word", "line", "text")
NAMING = frozenset({
    "cwd", "dir", "directory", "file", "filename", "folder", "id", "name", "path", "uri", "url",
})  # fmt: skip


def casts_to(value: JsonValue) -> tuple[Cast, ...]:
    """The casts that can make `value`."""
    if isinstance(value, bool):
        return ("boolean",)
    if isinstance(value, (int, float)):
        return ("number",)
    if isinstance(value, str):
        return ("json",) if value[:1] in ("{", "[") else ("text",)
    return ()


def cast(value: JsonValue, kind: Cast) -> JsonValue:
    """`value` as `kind`; None if it cannot be converted without loss."""
    if kind == "":
        return value
    if kind == "number":
        if isinstance(value, str):
            return exact_number(value.strip(), whole=False)
        return int(value) if isinstance(value, float) and value.is_integer() else None
    if kind == "boolean":
        return {"true": True, "false": False}.get(value.strip().lower()) if isinstance(value, str) else None
    if kind == "text":
        return json.dumps(value) if isinstance(value, (bool, int, float)) else None
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else None


def form(value: JsonValue, target: Steps) -> Form:
    """How wide the text is where `target` names something (a path, an id); "" where any text is fine."""
    key: Step = next((step for step in reversed(target) if isinstance(step, str)), "")
    if not isinstance(value, str) or NAMING.isdisjoint(words(str(key))):
        return ""
    if "\n" in value or "\r" in value:
        return "text"
    return "line" if any(character.isspace() for character in value) else "word"


def wider(one: Form, other: Form) -> Form:
    return max(one, other, key=FORMS.index)


def widened(known: Shape | None, taught: Shape) -> Shape:
    """`taught`, with the wider forms of a shape that is otherwise the same."""
    if known is None or _formless(known) != _formless(taught):
        return taught
    takes = zip(known.takes, taught.takes, strict=True)
    return replace(taught, takes=tuple(replace(new, form=wider(old.form, new.form)) for old, new in takes))


def _formless(shape: Shape) -> Shape:
    return replace(shape, takes=tuple(replace(take, form="") for take in shape.takes))
