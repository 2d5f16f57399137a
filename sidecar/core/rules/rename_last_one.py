"""`{"value": 5}` → `{"radius": 5}`: the last key is the last argument."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.blocks import JsonValue
from sidecar.core.names.verbs import says_reading
from sidecar.core.names.words import words
from sidecar.core.patch import move
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation

# Names a model falls back to when it has forgotten the real one.
_PLACEHOLDER = re.compile(
    r"(?:args?|arguments?|params?|parameters?|inputs?|values?|data|items?|val|x|y|payload|arg_?[a-z]|param_?[a-z])?_?\d*",
    re.IGNORECASE,
)
_NAME = re.compile(r"\w[\w-]*")  # no markup that got into a key
_JSON_TEXT = re.compile(r"\s*(?:\{\s*[\"'}]|\[\s*[\"{\[])")
# What a text must look like to be such an argument, by a word of the argument's name.
_FORMS: tuple[tuple[frozenset[str], re.Pattern[str]], ...] = (
    (frozenset("dir directory file filename folder path".split()), re.compile(r"\S*[./\\~]\S*(?: \S+)?")),
    (frozenset("link uri url".split()), re.compile(r"\S+[.:/]\S+")),
    (frozenset("email mail".split()), re.compile(r"\S+@\S+")),
    (frozenset("date day time".split()), re.compile(r"\S*\d\S*(?: \S+)?")),
    (frozenset("address city country location name place title".split()), re.compile(r"[^\n]{1,80}")),
    (
        frozenset(
            "body code command comment content description expression instruction message note pattern prompt"
            " query question reason script search sql subject summary term text".split()
        ),
        re.compile(r".+", re.DOTALL),
    ),
)
_ONE_WORD = re.compile(r"\S+")  # what an argument of any other name takes


@rule("required")
def rename_last_one(violation: Violation, state: State) -> Iterator[Proposal]:
    surplus, holder = surplus_keys(violation, state), violation.instance
    if len(surplus) != 1 or not isinstance(holder, dict):
        return
    key, value = surplus[0], holder[surplus[0]]
    node = state.contract.settle(violation.node, holder)
    target = node.properties.get(violation.name)
    if target is None or [name for name in node.required if name not in holder] != [violation.name]:
        return
    placeholder = _PLACEHOLDER.fullmatch(key) is not None
    reads = state.effect == "read" or says_reading(state.tool)
    if not placeholder and not (reads and isinstance(value, str) and _NAME.fullmatch(key)):
        return
    if set(words(key)) & set(words(violation.name)):
        return  # the argument with a word more or less, for which there is no other evidence
    if not _is_of_kind(value, violation.name, target) or not state.accepts(target, value):
        return
    if not reads and _has_another_place(value, violation.name, holder, node, state):
        return
    yield propose(Cost.GUESS, move((*violation.path, key), (*violation.path, violation.name)))


def _is_of_kind(value: JsonValue, name: str, target: Node) -> bool:
    """A sentence is no path, an object no text, and JSON text is not what it says."""
    if isinstance(value, (dict, list)):
        return bool(target.types & {"object", "array"})
    if not isinstance(value, str):
        return "string" not in target.types
    if _JSON_TEXT.match(value) or ("string" not in target.types and target.types):
        return False
    said = set(words(name))
    form = next((form for about, form in _FORMS if about & said), _ONE_WORD)
    return form.fullmatch(value) is not None


def _has_another_place(value: JsonValue, name: str, holder: object, node: Node, state: State) -> bool:
    """Whether an argument that may be left out would take the value: then it may have been meant."""
    return any(
        other != name and other not in holder and state.accepts(below, value)  # type: ignore[operator]
        for other, below in node.properties.items()
    )
