"""`"In Progress"` → `"in_progress"`: the one constant that is the same but for case, separators or quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from sidecar.core.names.words import plain
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_DASH_BETWEEN = re.compile(r"(?<=\w)\s*-\s*(?=\w)")  # any other dash is a sign: `A-`, `-name`, `a--1`
_BRACKETS = re.compile(r"[()\[\]]")
_SIGN = re.compile(r"-\s*|[^\w\s.,'\"`]")  # `- name` may be an item of a list, `-name` is not
_NOT_APPLICABLE = re.compile(r"n\W+a\W*", re.IGNORECASE)


@rule("enum", "const", "type")
def match_enum(violation: Violation, state: State) -> Iterator[Proposal]:
    value, constants = violation.instance, violation.node.enum
    if not constants or isinstance(value, (dict, list)) or value is None:
        return
    text = value if isinstance(value, str) else json.dumps(value)
    trimmed = text.strip().strip("'\"`.,").strip()
    exact = [constant for constant in constants if trimmed and str(constant) == trimmed]
    same = exact or [constant for constant in constants if _is_same(text.strip(), str(constant))]
    if len(same) == 1:
        yield propose(Cost.EXACT, replace(violation.path, same[0]))


def _is_same(text: str, constant: str) -> bool:
    """The same letters, numbers and signs: `C` is not `C++`, `1.1` not `11`, `N/A` not `NA`."""
    if not plain(text) or plain(text) != plain(constant) or _NOT_APPLICABLE.fullmatch(text):
        return False
    return _signs(text) == _signs(constant) and _numbers(text) == _numbers(constant)


def _signs(text: str) -> list[str]:
    return _SIGN.findall(_DASH_BETWEEN.sub(" ", _BRACKETS.sub(" ", text)))


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)
