"""Words a letter or two apart that are each other's opposite: `payer` is no slip of `payee`."""

from __future__ import annotations

_BEFORE = ("a", "anti", "de", "dis", "il", "im", "in", "ir", "mis", "non", "re", "un", "x")
_HEADS = (
    ("a", "de"),
    ("down", "up"),
    ("e", "in"),
    ("em", "im"),
    ("en", "de"),
    ("en", "dis"),
    ("en", "un"),
    ("ex", "im"),
    ("ex", "in"),
    ("hyper", "hypo"),
    ("in", "de"),
    ("in", "out"),
    ("inter", "intra"),
    ("max", "min"),
    ("over", "under"),
    ("post", "pre"),
)
_PLAIN_SCHEMES = frozenset("amqp ftp http imap ldap mqtt pop redis smtp ws".split())
_ENDS = (("er", "ee"), ("or", "ee"), ("ful", "less"))


def opposed(left: str, right: str) -> bool:
    """Whether two plain words differ by a part that reverses their meaning."""
    short, long = sorted((left, right), key=len)
    if short in _PLAIN_SCHEMES and long in (short + "s", "s" + short):
        return True  # https is not http
    if any(long == head + short for head in _BEFORE):
        return True
    return any(
        (left.startswith(one) and right.startswith(other) and left[len(one) :] == right[len(other) :])
        or (right.startswith(one) and left.startswith(other) and right[len(one) :] == left[len(other) :])
        for one, other in _HEADS
    ) or any(
        (left.endswith(one) and right.endswith(other) and left[: -len(one)] == right[: -len(other)])
        or (right.endswith(one) and left.endswith(other) and right[: -len(one)] == left[: -len(other)])
        for one, other in _ENDS
    )


DENIALS = frozenset(
    "blocked disable disabled except exclude excluded excludes excluding hide ignore ignored inverse inverted"
    " keep no non not skip unless without".split()
)
MEASURES = frozenset(
    "bits bytes celsius centimeters cents cm days dollars eur euros fahrenheit feet ft gb gbp gib grams"
    " hours hrs inches kb kelvin kg kib kilograms kilometers kilometres km lb lbs max maximum mb meters"
    " metres mib microseconds miles millis milliseconds min minimum minutes mins mm months ms msec"
    " nanoseconds ns ounces oz pence percent pounds secs seconds tb tib usd usec weeks yards years".split()
)
