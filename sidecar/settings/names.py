"""Keys, rules and grammars in a settings object that there are none of → one line each, with the nearest."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sidecar.core.blocks import JsonObject

from .check import schema
from .near import nearest

NOT_IN_THE_SEARCH = ("tool-name", "argument-text")  # repairs of the name and of the text go by these
MOST_SAID = 10
_LONGEST = 60  # characters of a name that is quoted


def known_rules() -> list[str]:
    from sidecar.core.rules import RULES  # at first use: most settings name no rule

    return [*NOT_IN_THE_SEARCH, *(rule.name for rule in RULES)]


def known_grammars() -> list[str]:
    from sidecar.core.grammars import BARE, GRAMMARS, name_of
    from sidecar.core.grammars.settings import ALIASES

    return sorted({*ALIASES, BARE, *(name_of(grammar) for grammar in GRAMMARS)})


def unknown(settings: JsonObject, source: str) -> list[str]:
    """What is ignored for its name; the file keeps it. `settings` are checked: every value is of its type."""
    root = schema().root.schema
    found = [f"{source}: {said}" for said in _unknown(settings, root, root, "")]
    more = [f"{source}: and {len(found) - MOST_SAID} more unknown names"] if len(found) > MOST_SAID else []
    return [*found[:MOST_SAID], *more]


def _unknown(value: Any, node: Mapping[str, Any], root: Mapping[str, Any], above: str) -> Iterator[str]:
    kind = node.get("$ref", "").rpartition("/")[2]
    node = _resolved(node, root)
    if kind == "rules":
        for rule in (each for each in value if each not in known_rules()):
            yield f"{above}{_short(rule)} is no rule and is ignored.{_meant(rule, known_rules())}"
    elif kind == "grammars":
        for grammar in (each for each in value if each not in known_grammars()):
            said = f"{above[:-1]} holds {_short(grammar)}, which is no grammar and is ignored"
            yield f"{said}.{_meant(grammar, known_grammars())}"
    elif isinstance(value, dict):
        declared, others = node.get("properties", {}), node.get("additionalProperties")
        for key, child in value.items():
            if key in declared or others:
                yield from _unknown(child, declared.get(key, others), root, f"{above}{key}.")
            else:
                said = f"{above}{_short(key)} is no setting and is ignored"
                yield f"{said}.{_meant(key, declared, _places(root))}"


def _resolved(node: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**root["$defs"].get(node.get("$ref", "").rpartition("/")[2], {}), **node}


def _places(root: Mapping[str, Any]) -> dict[str, str]:
    """Where a setting of that name is: `hints` is results.hints."""
    nodes = [(above, _resolved(node, root)) for above, node in root["properties"].items()]
    below = {_plain(key): f"{above}.{key}" for above, node in nodes for key in node.get("properties", {})}
    return {**below, **{_plain(key): key for key in root["properties"]}}


def _meant(word: str, known: Collection[str], elsewhere: Mapping[str, str] | None = None) -> str:
    """The same name in another spelling, else one of that name elsewhere, else what is near."""
    spelt = {_plain(name): name for name in known}
    same = spelt.get(_plain(word)) or (elsewhere or {}).get(_plain(word))
    return f" Did you mean {same}?" if same else nearest(word[:_LONGEST], known, 1)


def _plain(word: str) -> str:
    return re.sub(r"[\W_]", "", word).lower()


def _short(word: str) -> str:
    text = word if word.isprintable() else ascii(word)[1:-1]
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
