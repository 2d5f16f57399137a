"""`"done"` → `"completed"`: the one constant among the words known to mean the same."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import plain
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

# Kinds of enum, a row for each thing that may be chosen. A row holds only words that mean the same in every
# enum of its kind. A word with two meanings stands in both rows, and decides nothing where both are there.
_KINDS: tuple[tuple[str, ...], ...] = (
    (  # sort directions
        "asc ascending ascend increasing lowtohigh",
        "desc descending descend decreasing hightolow",
    ),
    (  # progress of work; open and closed coexist with the others, so they mean only themselves
        "completed complete done finished",
        "inprogress active doing ongoing wip",
        "pending todo notstarted",
        "cancelled canceled",
        "failed failure",
        "succeeded success successful",
        "open opened",
        "closed",
    ),
    ("true yes on 1 y enabled", "false no off 0 n disabled"),
    ("dontcare any nopreference",),
    ("celsius c centigrade degc degreescelsius °c", "fahrenheit f degf degreesfahrenheit °f", "kelvin k"),
    ("metric si", "imperial us"),
    (
        "millisecond milliseconds ms msec",
        "second seconds sec secs s",
        "minute minutes min mins",
        "hour hours hr hrs h",
        "day days d",
        "week weeks wk",
        "month months",
        "year years yr",
    ),
    (
        "hourly everyhour",
        "daily everyday",
        "weekly everyweek",
        "monthly everymonth",
        "yearly annually annual",
    ),
    (
        "km kilometer kilometers kilometre kilometres kms",
        "m meter meters metre metres",
        "cm centimeter centimeters centimetre centimetres",
        "mm millimeter millimeters millimetre millimetres",
        "mi mile miles",
        "yd yard yards",
        "ft foot feet",
        "inch inches",
    ),
    (
        "kg kilogram kilograms kgs",
        "g gram grams",
        "lb lbs pound pounds",
        "oz ounce ounces",
    ),
    ("kmh kph kilometersperhour", "mph milesperhour"),
    ("kb kilobyte kilobytes", "mb megabyte megabytes", "gb gigabyte gigabytes", "tb terabyte terabytes"),
    (
        "usd dollar dollars usdollar usdollars",
        *(f"{code} dollar dollars" for code in ("aud", "cad", "hkd", "nzd", "sgd")),
        "eur euro euros",
        "gbp pound pounds poundsterling",
        "jpy yen",
    ),
    ("male m man", "female f woman"),
    ("high hi h", "medium med mid m", "low lo l"),
    ("small s sm", "medium m med md", "large l lg big", "extralarge xl xlarge"),
    ("left l", "right r"),
    (
        "json applicationjson",
        "text plaintext txt plain",
        "markdown md",
        "html texthtml",
        "csv textcsv",
        "xml applicationxml",
        "yaml yml",
    ),
    ("jpeg jpg", "png", "webp", "gif"),
    ("javascript js", "typescript ts", "python py", "ruby rb", "go golang", "rust rs", "java", "cpp", "c"),
    (
        "en english",
        "es spanish",
        "fr french",
        "de german",
        "zh chinese",
        "ja japanese",
        "ko korean",
        "it italian",
        "pt portuguese",
        "ru russian",
        "ar arabic",
    ),
    ("us usa unitedstates", "uk gb unitedkingdom", "ca canada", "de germany", "fr france"),
    (
        "monday mon",
        "tuesday tue tues",
        "wednesday wed",
        "thursday thu thurs",
        "friday fri",
        "saturday sat",
        "sunday sun",
    ),
    ("economy coach", "business", "first"),
)
_ROWS = tuple(tuple(frozenset(row.split()) for row in kind) for kind in _KINDS)
_SIGNS = frozenset("+-#<>=!*%~^$@|")  # "-1" is not "1", nor "C++" "C"


@rule("enum", "const", "type")
def match_enum_synonym(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if isinstance(value, (dict, list)) or value is None:
        return
    short = plain(str(value)) if str(value).strip() not in ("°C", "°F") else str(value).strip().lower()
    constants = [constant for constant in violation.node.enum if isinstance(constant, str)]
    if not short or set(str(value)) & _SIGNS or any(plain(constant) == short for constant in constants):
        return
    if isinstance(value, bool):  # true is no number
        constants = [constant for constant in constants if not plain(constant).isdigit()]
    meant = {
        constant
        for rows in _ROWS
        for row in rows
        if short in row and _is_of_kind(constants, rows)
        for constant in constants
        if plain(constant) in row
    }
    if len(meant) == 1:
        yield propose(Cost.KNOWN, replace(violation.path, meant.pop()))


def _is_of_kind(constants: list[str], rows: tuple[frozenset[str], ...]) -> bool:
    """Whether two of the choices are of the kind. One alone may be there in another sense."""
    known = sum(any(plain(constant) in row for constant in constants) for row in rows)
    return known >= min(2, len(rows), len(constants))
