"""`{"path": "a</parameter><parameter=content>x"}` → `{"path": "a", "content": "x"}`: tags left in.

A server that reads a model's own grammar cut it at the wrong place, and its tags stand in keys or values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.blocks import JsonValue
from sidecar.core.patch import replace
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import Violation

_TAG = re.compile(r"</?arg_(?:key|value)>|</parameter>?|<?parameter(?:=|\s+name=)[\"']?([\w.-]+)[\"']?>?")
_LOOKED_AT = 64  # keys
# Arguments that hold one line, and no tags of their own. A file's text or a command may be about tags.
_ONE_LINE = frozenset(
    "path file_path filePath file filename directory dir folder url uri cwd name id".split()
)


@rule("required", "undeclared", "additionalProperties")
def split_markup(violation: Violation, state: State) -> Iterator[Proposal]:
    holder = violation.instance
    if not isinstance(holder, dict) or len(holder) > _LOOKED_AT:
        return
    node = state.contract.settle(violation.node, holder)
    whole = {key: value for key, value in holder.items() if not _is_cut(key, value, node)}
    if len(holder) - len(whole) != 1:
        return
    key, value = next((key, value) for key, value in holder.items() if key not in whole)
    pieces = _pieces(key)
    if len(pieces) % 2:
        pieces += _pieces(value) if node.declares(key) and isinstance(value, str) else [value]
    elif value not in ("", None):
        return
    names = [name.strip() for name in pieces[0::2] if isinstance(name, str)]
    if len(pieces) != 2 * len(set(names)):
        return
    if all(node.declares(name) and name not in whole for name in names):
        split = dict(zip(names, pieces[1::2], strict=True))
        yield propose(Cost.KNOWN, replace(violation.path, {**whole, **split}))


def _is_cut(key: str, value: object, node: Node) -> bool:
    """Whether `key` holds tags, or `value` those that begin another argument."""
    if not node.declares(key):
        return _TAG.search(key) is not None or (key != key.strip() and node.declares(key.strip()))
    return key in _ONE_LINE and isinstance(value, str) and _TAG.search(value) is not None


def _pieces(text: str) -> list[JsonValue]:
    """What stands between the tags, and the names in them, in order. `<parameter>` has lines of its own."""
    pieces: list[JsonValue] = []
    end, in_lines = 0, False
    for found in _TAG.finditer(text):
        _add(pieces, text[end : found.start()], in_lines or "parameter" in found[0])
        if found[1]:
            pieces.append(found[1])
        end, in_lines = found.end(), "parameter" in found[0]
    _add(pieces, text[end:], in_lines and text.startswith("\n", end))
    return pieces


def _add(pieces: list[JsonValue], piece: str, in_lines: bool) -> None:
    if piece.strip():
        pieces.append(piece.removeprefix("\n").removesuffix("\n") if in_lines else piece)
