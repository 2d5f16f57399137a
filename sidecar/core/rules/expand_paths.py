"""`{"edits[0].oldText": "a"}` → `{"edits": [{"oldText": "a"}]}`: a path written as a key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_STEP = re.compile(r"\.?([^.\[\]/]+)|\[(\d+|[\w-]+|'[^']*'|\"[^\"]*\")\]")
_DEEPEST = 8
_MOST_ITEMS = 1000


@rule("required", "undeclared", "additionalProperties")
def expand_paths(violation: Violation, state: State) -> Iterator[Proposal]:
    holder, place = violation.instance, ("expand-paths", violation.path)
    if not isinstance(holder, dict):
        return
    if place not in state.memo:
        state.memo[place] = list(_expanded(violation, holder, state))
    yield from state.memo[place]


def _expanded(violation: Violation, holder: JsonObject, state: State) -> Iterator[Proposal]:
    if len(holder) > 3 * _MOST_ITEMS:
        return
    node = state.contract.settle(violation.node, holder)
    plain = {key: value for key, value in holder.items() if node.declares(key) or _steps(key) is None}
    paths = {key: _steps(key) for key in holder if key not in plain}
    if not paths or any(steps is None or steps[0] not in node.properties for steps in paths.values()):
        return
    built: dict[str, Any] = {}
    for key, steps in paths.items():
        if steps is not None and len(steps) == 1 and isinstance(steps[0], str):  # `names[]` holds the list
            if steps[0] in built or steps[0] in plain:
                return
            value = holder[key]
            built[steps[0]] = value if isinstance(value, list) else [value]
        elif steps is None or steps[0] in plain or not _put(built, steps, holder[key]):
            return
    if _has_gap(built):
        return
    yield propose(Cost.KNOWN, replace(violation.path, {**plain, **built}))


def _steps(key: str) -> list[str | int] | None:
    """`edits[0].oldText`, `edits[0][oldText]` as ["edits", 0, "oldText"]; None for a plain key."""
    if key.endswith("[]") and key[:-2].replace("_", "").isalnum():
        return [key[:-2]]
    steps: list[str | int] = []
    end = 0
    for matched in _STEP.finditer(key):
        if matched.start() != end:
            return None
        end = matched.end()
        text = (matched[1] or matched[2]).strip("'\"")
        steps.append(int(text) if text.isdigit() and len(text) < 5 else text)
    return steps if end == len(key) and 2 <= len(steps) <= _DEEPEST and isinstance(steps[0], str) else None


def _put(root: dict[str, Any], steps: list[str | int], value: object) -> bool:
    here: Any = root
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        last = following is None
        empty: Any = value if last else ([] if isinstance(following, int) else {})
        if isinstance(step, int):
            if not isinstance(here, list) or step > _MOST_ITEMS:
                return False
            here.extend([None] * (step + 1 - len(here)))
            if here[step] is None:
                here[step] = empty
            elif last:
                return False
        else:
            if not isinstance(here, dict) or (last and step in here):
                return False
            here.setdefault(step, empty)
        here = here[step]
    return True


def _has_gap(value: Any) -> bool:
    todo = [value]
    while todo:
        here = todo.pop()
        if isinstance(here, list):
            if None in here:
                return True
            todo.extend(item for item in here if isinstance(item, (dict, list)))
        elif isinstance(here, dict):
            todo.extend(item for item in here.values() if isinstance(item, (dict, list)))
    return False
