"""`"done"` → `"completed"`: the one constant among the words known to mean the same."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import plain
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_SAME: tuple[tuple[str, ...], ...] = (
    ("asc", "ascending", "ascend", "increasing", "lowtohigh"),
    ("desc", "descending", "descend", "decreasing", "hightolow"),
    ("celsius", "c", "centigrade", "degc", "degreescelsius", "°c"),
    ("fahrenheit", "f", "degf", "degreesfahrenheit", "°f"),
    ("kelvin", "k"),
    ("completed", "done", "complete", "finished", "closed"),
    ("inprogress", "active", "doing", "started", "running", "wip", "ongoing"),
    ("pending", "todo", "notstarted", "open", "waiting"),
    ("cancelled", "canceled", "aborted"),
    ("true", "yes", "on", "1"),
    ("false", "no", "off", "0"),
    ("dontcare", "any", "nopreference", "either"),
    ("metric", "si"),
    ("imperial", "us"),
    ("seconds", "second", "sec", "s"),
    ("milliseconds", "millisecond", "ms"),
    ("minutes", "minute", "min"),
    ("hours", "hour", "hr", "h"),
    ("days", "day", "d"),
    ("weeks", "week"),
    ("months", "month"),
    ("years", "year"),
    ("daily", "everyday"),
    ("km", "kilometers", "kilometer", "kilometres", "kms"),
    ("m", "meters", "meter", "metres"),
    ("mi", "miles", "mile"),
    ("ft", "feet", "foot"),
    ("kg", "kilograms", "kilogram", "kgs"),
    ("g", "grams", "gram"),
    ("lb", "lbs", "pounds", "pound"),
    ("oz", "ounces", "ounce"),
    ("usd", "dollar", "dollars", "usdollar"),
    ("eur", "euro", "euros"),
    ("male", "m", "man"),
    ("female", "f", "woman"),
    ("high", "hi"),
    ("low", "lo"),
    ("medium", "med", "mid", "middle"),
    ("small", "s", "sm"),
    ("large", "l", "lg", "big"),
    ("left", "l"),
    ("right", "r"),
    ("json", "applicationjson"),
    ("text", "plaintext", "txt", "plain"),
    ("markdown", "md"),
    ("javascript", "js"),
    ("typescript", "ts"),
    ("python", "py"),
    ("en", "english"),
    ("es", "spanish"),
    ("fr", "french"),
    ("de", "german"),
    ("zh", "chinese"),
    ("ja", "jp", "japanese"),
    ("usa", "unitedstates", "us"),
    ("uk", "unitedkingdom", "gb"),
    ("gbp", "pound", "poundsterling"),
    ("jpy", "yen"),
    ("kmh", "kph", "kilometersperhour"),
    ("mph", "milesperhour"),
    ("ko", "korean", "kr"),
    ("it", "italian"),
    ("pt", "portuguese"),
    ("ru", "russian"),
    ("ar", "arabic"),
    ("monday", "mon"),
    ("tuesday", "tue", "tues"),
    ("wednesday", "wed"),
    ("thursday", "thu", "thurs"),
    ("friday", "fri"),
    ("saturday", "sat"),
    ("sunday", "sun"),
    ("economy", "coach"),
    ("enabled", "enable", "on"),
    ("disabled", "disable", "off"),
    ("delete", "remove", "del"),
    ("update", "modify", "edit"),
    ("create", "add", "new"),
)
# A word that, beside one of these constants, may as well mean that one.
_DOUBTFUL = {
    **dict.fromkeys(("add", "new"), frozenset({"append", "attach", "insert", "prepend"})),
    **dict.fromkeys(("dollar", "dollars"), frozenset({"aud", "cad", "hkd", "nzd", "sgd"})),
    "closed": frozenset({"canceled", "cancelled", "declined", "merged", "notplanned", "rejected", "wontfix"}),
    "remove": frozenset({"archive", "detach", "disable", "hide", "revoke", "trash", "unassign", "unlink"}),
}
_SIGNS = frozenset("+-#<>=!*%~^$@|")  # "-1" is not "1", nor "C++" "C"


@rule("enum", "const", "type")
def match_enum_synonym(violation: Violation, state: State) -> Iterator[Proposal]:
    value = violation.instance
    if isinstance(value, (dict, list)) or value is None:
        return
    short = plain(str(value))
    constants = [constant for constant in violation.node.enum if isinstance(constant, str)]
    if not short or set(str(value)) & _SIGNS or any(plain(constant) == short for constant in constants):
        return
    if not _DOUBTFUL.get(short, frozenset()).isdisjoint(map(plain, constants)):
        return
    if isinstance(value, bool):  # true is no number
        constants = [constant for constant in constants if not plain(constant).isdigit()]
    same = {
        constant for group in _SAME if short in group for constant in constants if plain(constant) in group
    }
    if len(same) == 1:
        yield propose(Cost.KNOWN, replace(violation.path, same.pop()))
