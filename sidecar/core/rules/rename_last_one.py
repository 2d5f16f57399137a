"""`{"value": 5}` → `{"radius": 5}`: a name that says nothing, one missing argument that takes the value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.blocks import JsonValue
from sidecar.core.names.words import plain, words
from sidecar.core.patch import move
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

# Names a model falls back to when it has forgotten the real one.
_SAYS_NOTHING = re.compile(
    r"(?:args?|arguments?|params?|parameters?|inputs?|values?|data|items?|val|x|y|payload|content|text"
    r"|first|second|arg_?[a-z]|param_?[a-z])?_?\d*",
    re.IGNORECASE,
)
_SAYS_TEXT = frozenset({"content", "text"})
_NO_TEXT = frozenset("directory file folder id path url".split())
_MOST_MISSING = 16  # a call that lacks more is not short of one name
_JSON_TEXT = re.compile(r"\s*(?:\{\s*[\"'}]|\[\s*[\"{\[])")


@rule("required")
def rename_last_one(violation: Violation, state: State) -> Iterator[Proposal]:
    nameless = [key for key in surplus_keys(violation, state) if _SAYS_NOTHING.fullmatch(key)]
    if len(nameless) != 1:
        return
    key, value = nameless[0], violation.instance[nameless[0]]  # type: ignore[index,call-overload]
    node = state.contract.settle(violation.node, violation.instance)
    target = node.properties.get(violation.name)
    if target is None or not _fits_in(value, target.types):
        return
    if plain(key) in _SAYS_TEXT and set(words(violation.name)) & _NO_TEXT:
        return
    missing = [name for name in node.properties if name in node.required and name not in violation.instance]  # type: ignore[operator]
    if len(missing) > _MOST_MISSING:
        return
    takers = [name for name in missing if state.accepts(node.properties[name], value)]
    if len(missing) == 1 or takers == [violation.name]:
        yield propose(Cost.GUESS, move((*violation.path, key), (*violation.path, violation.name)))


def _fits_in(value: JsonValue, types: frozenset[str]) -> bool:
    """Not an object for a text, nor JSON text that would be taken for the text itself."""
    if isinstance(value, dict):
        return "object" in types
    return not (isinstance(value, str) and "string" in types and _JSON_TEXT.match(value))
