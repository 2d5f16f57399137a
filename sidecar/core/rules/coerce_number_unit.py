"""`"30 seconds"` → `30` where the schema wants a number and its own words name that unit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.names.words import singular, words
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import exact_number

_NUMBER_AND_UNIT = re.compile(r"\s*([+-]?[\d.,]+)\s*([^\W\d_]+|%)\.?\s*")

# Short forms → the word a description would use. Every unit of one row measures the same thing.
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
    {"celsius": ("centigrade",), "fahrenheit": (), "kelvin": ()},
    {"percent": ("pct", "percentage", "%")},
)


@rule("type")
def coerce_number_unit(violation: Violation, state: State) -> Iterator[Proposal]:
    matched = _NUMBER_AND_UNIT.fullmatch(violation.instance) if isinstance(violation.instance, str) else None
    if matched is None or not violation.path:
        return
    number = exact_number(matched[1], whole="number" not in violation.node.types)
    named = {singular(word) for word in words(violation.node.description[:400])}
    named |= {singular(word) for word in words(str(violation.path[-1]))}
    if number is None or not state.accepts(violation.node, number):
        return
    if _is_the_unit(matched[2].lower(), named):
        yield propose(Cost.LIKELY, replace(violation.path, number))


def _is_the_unit(said: str, named: set[str]) -> bool:
    """Whether `said` is a unit among the `named` words, and the only one of its kind there."""
    for dimension in _DIMENSIONS:
        present = [
            unit
            for unit, short in dimension.items()
            if named & ({singular(unit), *map(singular, short)} - _COMMON)
        ]
        meant = [unit for unit, short in dimension.items() if said in (*short, unit, unit + "s")]
        if meant and present:
            return len(present) == 1 and present == meant
    return len(said) > 2 and singular(said) in named


# Short forms that are words or letters of their own in a description.
_COMMON = frozenset({"in", "m", "s", "h", "d", "w", "y", "b", "g", "min", "mo", "mi"})
