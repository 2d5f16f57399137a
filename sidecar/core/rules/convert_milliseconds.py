"""`{"timeoutMs": 30000}` → `{"timeout": 30}` where the schema's timeout is in seconds."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import plain, words
from sidecar.core.patch import add, remove
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.renames import surplus_keys
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import exact_number

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
