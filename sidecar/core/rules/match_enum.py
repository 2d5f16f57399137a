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
    """Alike but for case and separators. Signs and digits are none: C is not C++, -date not date."""
    if not plain(text) or plain(text) != plain(constant):
        return False
    return _signs(text) == _signs(constant) and _digits(text) == _digits(constant)


def _signs(text: str) -> list[str]:
    return re.findall(r"[+#<>=!*%~^$@|]|^-(?=\.?\w)", text)


def _digits(text: str) -> list[str]:
    return re.findall(r"\d+", text)
