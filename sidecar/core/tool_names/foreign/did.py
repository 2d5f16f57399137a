"""The arguments before and after a map → the rules that do the same, and the renames in words.

`{"cmd": "ls"}` → `{"command": "ls"}` is `rename-key`, "cmd → command". So the rule's switch, the log and undo
hold for a map too.
"""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.names.words import plain
from sidecar.core.tool_names.proposal import Mapped
from sidecar.core.values import equal

from .keys import KEYS

_LINES = frozenset({"limit", "offset"})
_COUNTS = frozenset(other for table in KEYS.values() for other, ours in table.items() if ours in _LINES)
_PAIR = frozenset({"newText", "oldText"})


def did(before: JsonObject, inside: JsonObject, after: JsonObject) -> Mapped:
    """`inside`: the arguments that were in a wrapper, else `before` itself."""
    rules = {"unwrap-arguments"} if inside is not before else set()
    notes = []
    for holder, result in ((inside, after), *_items(inside, after)):
        for key, ours, rule in _new(holder, result):
            rules.add(rule)
            notes += [f"{key} → {ours}"] if key else []
    timeout = inside.get("timeout")
    if timeout is not None and after.get("timeout") != timeout:
        rules.add("convert-milliseconds")
    return Mapped(after, tuple(sorted(rules)), tuple(dict.fromkeys(notes)))


def _items(before: JsonObject, after: JsonObject) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Each edit before and after, where the call had a list of them too."""
    old, new = before.get("edits"), after.get("edits")
    if isinstance(old, list) and isinstance(new, list):
        pairs = zip(old, new, strict=False)
        yield from ((one, other) for one, other in pairs if isinstance(one, dict) and isinstance(other, dict))


def _new(before: JsonObject, after: JsonObject) -> Iterator[tuple[str, str, str]]:
    """Each key that only the result has: where its value came from, and the rule for such a step."""
    gone = [key for key in before if key not in after]
    new = [name for name in after if name not in before]
    for name in new:
        key = next((key for key in gone if equal(before[key], after[name])), "")
        if name in _LINES and plain(key) not in _COUNTS:
            yield "", name, "convert-line-range"
        elif key or name not in ("edits", "timeout"):
            yield key or (gone[0] if len(gone) == len(new) == 1 else ""), name, "rename-key"
        elif name == "edits":
            yield "", name, "nest-flat"
            yield from _nested([key for key in gone if key not in _PAIR], before, after[name])
        else:
            yield "", name, "convert-milliseconds"


def _nested(gone: list[str], before: JsonObject, edits: JsonValue) -> Iterator[tuple[str, str, str]]:
    first = edits[0] if isinstance(edits, list) and edits else None
    for name, value in first.items() if isinstance(first, dict) else ():
        key = next((key for key in gone if equal(before[key], value)), "")
        if key:
            yield key, name, "rename-key"
