"""`"30 seconds"` → `30` where the schema wants a number and says that it counts this very unit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.names.words import words
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import exact_number

_NUMBER_AND_UNIT = re.compile(r"\s*([+-]?[\d.,]+)\s*(?:°\s*|degrees?\s+)?([^\W\d_]+|%)\.?\s*")

# A unit and its other spellings. All units of one group measure the same thing.
_DIMENSIONS: tuple[dict[str, tuple[str, ...]], ...] = (
    {
        "millisecond": ("ms", "msec", "msecs", "millis"),
        "second": ("s", "sec", "secs"),
        "minute": ("m", "min", "mins"),
        "hour": ("h", "hr", "hrs"),
        "day": ("d",),
        "week": ("w", "wk"),
        "month": ("mo",),
        "year": ("y", "yr", "yrs"),
    },
    {
        "byte": ("b",),
        "kilobyte": ("kb",),
        "kibibyte": ("kib",),
        "megabyte": ("mb",),
        "mebibyte": ("mib",),
        "gigabyte": ("gb",),
        "gibibyte": ("gib",),
        "terabyte": ("tb",),
    },
    {
        "meter": ("m", "metre", "metres"),
        "kilometer": ("km", "kms", "kilometre", "kilometres"),
        "mile": ("mi",),
        "foot": ("ft", "feet"),
        "inch": ("in", "inches"),
        "centimeter": ("cm", "centimetre", "centimetres"),
        "millimeter": ("mm",),
        "yard": ("yd", "yds"),
    },
    {"gram": ("g", "gm"), "kilogram": ("kg", "kgs", "kilo"), "pound": ("lb", "lbs"), "ounce": ("oz",)},
    {"dollar": ("usd",), "euro": ("eur",), "cent": ("pence", "penny")},
    {"celsius": ("centigrade", "c"), "fahrenheit": ("f",), "kelvin": ("k",)},
    {"percent": ("pct", "percentage", "%")},
    {"line": ()},
    {"page": ()},
)


_READ = 400  # characters of a description
# How a description says what is counted: `in seconds`, `(ms)`, `number of days`, `Seconds to wait`. What
# follows a unit may give it another sense: `seconds or minutes`, `a percentage between 0 and 1`.
_STATED = (
    r"(?:\bin|\bas an?|\b(?:number|amount) of|\bunits?:?|\bhow many)\s+(?:the |whole |degrees? |°)*(UNIT)",
    r"[(\[]\s*(?:in )?(UNIT)\s*[)\]]",
    r"^\s*(?:the )?(UNIT)\s+(?:to|of|before|after|until|between)\b",
)
_GOES_ON = r"(?![\w%-]|\s*(?:/|or\b|and\b|per\b|between\b|from 0 to 1\b))"
_NOT_BEFORE = re.compile(r"\b(?:not|never|no)\W+(?:\w+\W+){0,2}$", re.IGNORECASE)


@rule("type")
def coerce_number_unit(violation: Violation, state: State) -> Iterator[Proposal]:
    matched = _NUMBER_AND_UNIT.fullmatch(violation.instance) if isinstance(violation.instance, str) else None
    if matched is None or not violation.path:
        return
    number = exact_number(matched[1], whole="number" not in violation.node.types)
    if number is None or not state.accepts(violation.node, number):
        return
    said = matched[2].lower()
    for dimension in _DIMENSIONS:
        meant = [unit for unit, short in dimension.items() if said in _spellings(unit, short)]
        if meant and _counted(dimension, str(violation.path[-1]), violation.node.description) == set(meant):
            yield propose(Cost.LIKELY, replace(violation.path, number))
            return


def _spellings(unit: str, short: tuple[str, ...]) -> set[str]:
    return {unit, "feet" if unit == "foot" else unit + ("es" if unit == "inch" else "s"), *short}


def _counted(dimension: dict[str, tuple[str, ...]], name: str, description: str) -> set[str]:
    """The units of `dimension` that the argument's name or description states as what it counts."""
    named = words(name)
    found = set()
    for unit, short in dimension.items():
        spellings = _spellings(unit, short)
        if named and named[-1] in spellings and "per" not in named and len(named[-1]) > 1:
            found.add(unit)
        either = "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))
        for pattern in _STATED:
            stated = re.search(pattern.replace("UNIT", either) + _GOES_ON, description[:_READ], re.IGNORECASE)
            if stated is not None and not _NOT_BEFORE.search(description[: stated.start()]):
                found.add(unit)
    return found
