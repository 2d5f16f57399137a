"""Keys, rules and grammars of a settings object that do not exist → one line each, with the nearest."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from sidecar.core.blocks import JsonObject

from .schema import settings_schema

# The switches for repairs that are no rules: of a tool's name, of malformed text, of keys that pi ignores.
NOT_IN_THE_SEARCH = ("tool-name", "argument-text", "work-folder", "edit-pairs")
MOST_SAID = 10
NEAR_SHOWN = 3
_LONGEST = 60  # characters of a name that is quoted


def known_rules() -> list[str]:
    from sidecar.core.argument_text import meant  # at first use: most settings name no rule
    from sidecar.core.edits import TRANSFORMS
    from sidecar.core.rules import RULES

    return [*NOT_IN_THE_SEARCH, *meant.RULES, *(rule.name for rule in RULES), *TRANSFORMS]


def known_grammars() -> list[str]:
    from sidecar.core.grammars import BARE, GRAMMARS, name_of
    from sidecar.core.grammars.settings import ALIASES

    return sorted({*ALIASES, BARE, *(name_of(grammar) for grammar in GRAMMARS)})


def nearest(word: str, known: Iterable[str], shown: int = NEAR_SHOWN) -> str:
    """The known words that `word` is nearest to, as an end for a sentence; empty where nothing is near."""
    near = get_close_matches(word, list(known), shown)
    return f" Did you mean {' or '.join(near)}?" if near else ""


def unknown(settings: JsonObject, source: str) -> list[str]:
    """What is ignored for its name; the file keeps it. `settings` are checked: every value is of its type."""
    found = [f"{source}: {said}" for said in _unknown(settings, settings_schema(), "")]
    more = [f"{source}: and {len(found) - MOST_SAID} more unknown names"] if len(found) > MOST_SAID else []
    return [*found[:MOST_SAID], *more]


def _unknown(value: Any, node: Mapping[str, Any], above: str) -> Iterator[str]:
    if node.get("propertyNames", {}).get("format") == "rule":
        for rule in (each for each in value if each not in known_rules()):
            yield f"{above}{_short(rule)} is no rule and is ignored.{_meant(rule, known_rules())}"
    elif node.get("items", {}).get("format") == "grammar":
        for grammar in (each for each in value if each not in known_grammars()):
            said = f"{above[:-1]} holds {_short(grammar)}, which is no grammar and is ignored"
            yield f"{said}.{_meant(grammar, known_grammars())}"
    elif isinstance(value, dict):
        declared, others = node.get("properties", {}), node.get("additionalProperties")
        for key, child in value.items():
            if key in declared or others:
                yield from _unknown(child, declared.get(key, others), f"{above}{key}.")
            else:
                said = f"{above}{_short(key)} is no setting and is ignored"
                yield f"{said}.{_meant(key, declared, _places())}"


def _places() -> dict[str, str]:
    """Where a setting of that name is: `hints` is results.hints."""
    sections = settings_schema()["properties"]
    below = {
        _plain(key): f"{above}.{key}"
        for above, node in sections.items()
        for key in node.get("properties", {})
    }
    return {**below, **{_plain(key): key for key in sections}}


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
