"""`{"timeoutMs": 30000}` → `{"timeout": 30}` where the schema's timeout is in seconds."""

from __future__ import annotations

from collections.abc import Iterator

from ..keys import surplus_keys
from ..literals import exact_number
from ..patch import add, remove
from ..proposal import Cost, Proposal, propose, rule
from ..state import State
from ..violation import Violation
from ..words import plain, words

_IN_MILLISECONDS = frozenset(
    {"timeoutms", "timeoutmillis", "timeoutmilliseconds", "timeoutinms", "mstimeout"}
)


@rule("undeclared", "additionalProperties")
def convert_milliseconds(violation: Violation, state: State) -> Iterator[Proposal]:
    holder = violation.instance
    if not isinstance(holder, dict) or plain(violation.name) not in _IN_MILLISECONDS:
        return
    node = state.contract.settle(violation.node, holder)
    timeout = node.properties.get("timeout")
    said = holder.get(violation.name)
    if (
        timeout is None
        or holder.get("timeout") is not None
        or violation.name not in surplus_keys(violation, state)
    ):
        return
    if not {"second", "seconds"} & set(words(timeout.description[:400])):
        return
    if isinstance(said, str):
        said = exact_number(said.strip(), whole=True)
    if type(said) is int and said > 0 and (said % 1000 == 0 or "integer" not in timeout.types):
        seconds = said // 1000 if said % 1000 == 0 else said / 1000
        at = violation.path
        yield propose(Cost.EXACT, remove((*at, violation.name)), add((*at, "timeout"), seconds))
