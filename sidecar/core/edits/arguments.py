"""The arguments of pi's edit, in each form that pi takes → its edits; and the arguments with other edits."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sidecar.core.blocks import JsonObject

from .file_text import Edit

LONGEST_TEXT = 4_000_000  # characters of edits that came as text


def edits_of(arguments: Mapping[str, Any]) -> list[Edit] | None:
    """None where pi would refuse them. pi also takes one edit without its list, and the list as JSON text."""
    listed = _listed(arguments.get("edits"))
    if listed is None:
        return None
    if isinstance(arguments.get("oldText"), str) and isinstance(arguments.get("newText"), str):
        listed = [*listed, arguments]
    edits = [_edit(item) for item in listed]
    return [each for each in edits if each is not None] if edits and None not in edits else None


def with_edits(arguments: Mapping[str, Any], edits: Sequence[Edit]) -> JsonObject:
    """The same arguments with `edits` in a list; what else an edit held stays."""
    listed = list(_listed(arguments.get("edits")) or [])
    listed += [{}] * (len(edits) - len(listed))
    rest = {key: value for key, value in arguments.items() if key not in ("oldText", "newText")}
    items = [
        {**item, "oldText": edit.old, "newText": edit.new} for item, edit in zip(listed, edits, strict=True)
    ]
    return {**rest, "edits": items}


def _listed(edits: Any) -> list[Any] | None:
    if isinstance(edits, str) and len(edits) <= LONGEST_TEXT:
        try:
            edits = json.loads(edits)
        except (ValueError, RecursionError):
            return None
    if isinstance(edits, dict):
        return [edits]
    if edits is None:
        return []
    return edits if isinstance(edits, list) else None


def _edit(item: Any) -> Edit | None:
    if not isinstance(item, Mapping):
        return None
    old, new = item.get("oldText"), item.get("newText")
    return Edit(old, new) if isinstance(old, str) and isinstance(new, str) else None
