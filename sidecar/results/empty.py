"""A search that found nothing → one line that says to check its input before believing it."""

from __future__ import annotations

import re

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.names.words import plain, words

from .observation import Observation
from .wording import compact, quoted

LISTS = frozenset(
    "content data documents elements entries events features files hits issues items list matches"
    " nodes objects organicresults pages posts records response results rows searchresults studies"
    " tables values".split()
)
TOTALS = frozenset("count hitcount numfound resultcount total totalcount totalhits totalresults".split())
_CHANGES = frozenset(  # a tool that changes things says nothing when all went well
    "add append apply approve archive assign cancel clear close commit complete copy create delete"
    " deploy disable drop edit enable execute insert install kill mark merge move patch post publish"
    " push put remove rename reset restart revoke run save send set start stop submit subscribe sync"
    " trash undo uninstall unset update upload upsert write".split()
)
_PAGE_TWO = re.compile(r"cursor|page_?token|offset|skip|^page$", re.IGNORECASE)


def note(observation: Observation) -> str | None:
    """The line for a structured success with nothing in it."""
    arguments = {
        key: value for key, value in observation.arguments.items() if value not in (None, "", [], {})
    }
    if not arguments or any(
        _PAGE_TWO.search(key) and value not in (0, 1) for key, value in arguments.items()
    ):
        return None  # nothing was asked for, or the end of a list was reached
    if _CHANGES & set(words(observation.tool.rpartition("__")[2])):
        return None
    value = observation.payload if observation.payload is not None else observation.json_in_text
    return _line(arguments) if is_empty(value) else None


def is_empty(value: JsonValue) -> bool:
    """`[]`, `{}`, or an object whose results are an empty list or a total of 0, with no other content."""
    if isinstance(value, list):
        return not value
    if not isinstance(value, dict):
        return False
    if not value:
        return True
    keys = {plain(str(key)): inner for key, inner in value.items()}
    inner = keys.get("result", keys.get("data"))
    if isinstance(inner, dict) and inner and is_empty(inner):
        return not any(other for name, other in keys.items() if name in LISTS | TOTALS and other is not inner)
    lists = [one for name, one in keys.items() if name in LISTS and isinstance(one, (list, dict))]
    totals = [one for name, one in keys.items() if name in TOTALS and isinstance(one, int)]
    if any(lists) or any(totals):
        return False
    if not lists and not any(total is not True and total is not False for total in totals):
        return False
    return not any(isinstance(one, list) and one for one in keys.values())


def _line(arguments: JsonObject) -> str:
    texts = [f"{key} {compact(value)}" for key, value in arguments.items() if isinstance(value, str)][:2]
    asked = quoted(", ".join(texts), 120)
    about = f" ({asked})" if asked else ""
    return (
        f"Nothing was found. The input{about} may be misspelt or too narrow: first check the term or loosen a"
        " filter, and only then say that there is nothing."
    )
