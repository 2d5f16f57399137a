"""How a setting is declared: a field of a dataclass that carries its meaning and the limits of its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints


def setting(
    default: Any = MISSING,
    meaning: str = "",
    *,
    environment: str = "",
    words: str = "",
    computed: bool = False,
    secret: bool = False,
    **keywords: Any,
) -> Any:
    """A dataclass field.

    `meaning`: its line in the docs. `environment`: the variable that overrides it. `words`: what its texts
    are, "rule", "grammar" or "regex". `computed`: where it is left out, it depends on other settings.
    `keywords`: limits in JSON Schema's words, such as `minimum=0`.
    """
    said = {
        "meaning": meaning,
        "environment": environment,
        "words": words,
        "computed": computed,
        "keywords": keywords,
    }
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=said)
    return field(default=default, repr=not secret, metadata=said)


def key(setting: Field[Any]) -> str:
    """`retry_cap` → `retryCap`: the name of a field as the file has it."""
    first, *rest = setting.name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@cache
def kinds(section: type) -> Mapping[str, Any]:
    """The type of each field by its name. `X | None` counts as X."""
    found = get_type_hints(section)
    return {name: get_args(kind)[0] if NoneType in get_args(kind) else kind for name, kind in found.items()}


def settings_in(section: type, above: str = "") -> Iterator[tuple[str, Field[Any]]]:
    """Each setting by its place, as in `results.retryCap`; a section comes before what is in it."""
    for each in fields(section):
        place = above + key(each)
        yield place, each
        kind = kinds(section)[each.name]
        if is_dataclass(kind):
            yield from settings_in(kind, f"{place}.")  # type: ignore[arg-type]
