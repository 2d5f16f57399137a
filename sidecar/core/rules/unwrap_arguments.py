"""`{"arguments": {"path": "a"}}` → `{"path": "a"}`: arguments inside a wrapper, a call envelope or a list."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.envelopes import ID_KEYS, NAME_KEYS, WRAPPERS, is_call_id, is_type_mark
from sidecar.core.names.words import plain
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation
from sidecar.core.values import parse_container

_NAME_KEYS = NAME_KEYS | {"action", "recipientname"}
_TAGS = ID_KEYS | {"type"}
_ENVELOPE_MOST = 64  # keys; with more it is no envelope


@rule("type", "required", "undeclared", "additionalProperties")
def unwrap_arguments(violation: Violation, state: State) -> Iterator[Proposal]:
    if "unwrap-arguments" not in state.memo:
        state.memo["unwrap-arguments"] = list(_unwrapped(state))
    yield from state.memo["unwrap-arguments"]


def _unwrapped(state: State) -> Iterator[Proposal]:
    root = state.arguments
    if isinstance(root, str):
        inner = parse_container(root)
        if inner is not None:
            yield propose(Cost.KNOWN, replace((), inner))
        return
    if not isinstance(root, dict) or len(root) > _ENVELOPE_MOST:
        return
    declared = state.contract.root.properties
    holders = [key for key in root if _is_wrapper(key, state.tool)]
    if len(holders) > 1:
        holders = [key for key in holders if key not in declared]
    if len(holders) != 1 or not _is_envelope(root, holders[0], state):
        return
    inner = root[holders[0]]
    if isinstance(inner, str):
        inner = parse_container(inner)
    if isinstance(inner, list) and len(inner) == 1:
        inner = inner[0]
    if not isinstance(inner, dict):
        return
    # A key that the tool declares is a wrapper only beside the tool's name, around arguments that are whole.
    if holders[0] not in declared or (len(root) > 1 and inner and state.accepts(state.contract.root, inner)):
        yield propose(Cost.KNOWN, replace((), inner))


def _is_wrapper(key: str, tool: str) -> bool:
    return key == "_" or plain(key) in WRAPPERS or plain(key) == plain(tool)


def _is_tag(key: str, value: object) -> bool:
    """Whether it marks a call. `{"id": "c_42", "data": {…}}` says which customer the data is for."""
    if plain(key) == "type":
        return is_type_mark(value)
    return plain(key) != "id" or is_call_id(value)


def _is_envelope(root: dict[str, object], holder: str, state: State) -> bool:
    """Whether everything beside `holder` only says which tool is called, or that it is a schema."""
    named = any(plain(key) in _NAME_KEYS and value == state.tool for key, value in root.items())
    for key, value in root.items():
        if key == holder:
            continue
        if plain(key) in _NAME_KEYS and isinstance(value, str):
            if plain(value.rpartition(".")[2]) != plain(state.tool):
                return False
        elif not (
            (
                plain(key) in _TAGS
                and (named or key not in state.contract.root.properties)
                and _is_tag(key, value)
            )
            or (key == "additionalProperties" and isinstance(value, bool))
            or (key == "required" and isinstance(value, list))
        ):
            return False
    return True
