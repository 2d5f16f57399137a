"""Other agents' file tools → pi's `read`, `write` and `edit`."""

from __future__ import annotations

from sidecar.core.blocks import JsonObject

from .keys import KEYS, DoesSomethingElseError, refuse_if_off, refuse_if_on, renamed, take
from .lines import ranged

_WHOLE_FILE_MODES = (None, "", "create", "overwrite", "rewrite", "w", "write")
_LINE_MODES = (None, "", "Line", "line", "text")


def read(arguments: JsonObject) -> JsonObject:
    out = ranged(renamed(one_file(arguments), KEYS["read"]))
    if any(mode not in _LINE_MODES for mode in take(out, ("mode",))):
        raise DoesSomethingElseError("mode")
    if any(value is not None for value in take(out, ("tail",))):
        raise DoesSomethingElseError("the last lines")
    heads = [value for value in take(out, ("head",)) if value is not None]
    if heads:
        if "limit" in out or "offset" in out:
            raise DoesSomethingElseError("two ranges")
        out["limit"] = heads[0]
    return out


def one_file(arguments: JsonObject) -> JsonObject:
    """`{"files": [{"path": "a"}]}` and `{"paths": ["a"]}` → `{"path": "a"}`; of several, none."""
    for key in ("files", "paths"):
        listed = arguments.get(key)
        if not isinstance(listed, list):
            continue
        if len(listed) != 1:
            raise DoesSomethingElseError("several files")
        rest = {other: value for other, value in arguments.items() if other != key}
        item = listed[0]
        return {**rest, **(item if isinstance(item, dict) else {"path": item})}
    return arguments


def write(arguments: JsonObject) -> JsonObject:
    out = renamed(arguments, KEYS["write"])
    refuse_if_on(out, "append", "empty_file", "insert_line", "dry_run")
    refuse_if_off(out, "overwrite")
    if any(mode not in _WHOLE_FILE_MODES for mode in take(out, ("mode",))):
        raise DoesSomethingElseError("mode")
    if take(out, ("start_line", "end_line", "offset", "position")):
        raise DoesSomethingElseError("a part of the file")
    return out


def edit(arguments: JsonObject) -> JsonObject:
    out = one_at_a_time(renamed(arguments, KEYS["edit"]))
    if "oldText" in out and "newText" in out:
        if "edits" in out:
            raise DoesSomethingElseError("two ways at once")
        pair = {key: out.pop(key) for key in ("oldText", "newText")}
        return {**out, "edits": [anchored(pair)]}
    if isinstance(out.get("edits"), list) and all(isinstance(item, dict) for item in out["edits"]):
        out["edits"] = [anchored(one_at_a_time(renamed(item, KEYS["edit"]))) for item in out["edits"]]
        independent(out["edits"])
    return out


def one_at_a_time(out: JsonObject) -> JsonObject:
    """Refuses to replace every occurrence, by regex or as a dry run: pi's edit does none of these."""
    refuse_if_on(
        out, "allow_multiple", "change_all", "dry_run", "global", "ignore_case", "is_regex", "regex",
        "replace_all", "use_regex",
    )  # fmt: skip
    if any(count not in (None, 1, "1") for count in take(out, ("count", "expected_replacements"))):
        raise DoesSomethingElseError("several places")
    if any(value is not None for value in take(out, ("start_line", "end_line"))):
        raise DoesSomethingElseError("a range of lines")
    return out


def anchored(pair: JsonObject) -> JsonObject:
    """Refuses an empty anchor: elsewhere it creates a file, in pi it matches nothing."""
    if pair.get("oldText") == "":
        raise DoesSomethingElseError("no anchor")
    return pair


def independent(edits: list[JsonObject]) -> None:
    """Refuses edits of what an earlier edit wrote: in pi every edit applies to the original text."""
    before: list[str] = []
    for item in edits:
        old, new = item.get("oldText"), item.get("newText")
        if isinstance(old, str) and any(old in text for text in before):
            raise DoesSomethingElseError("an edit of an edit")
        if isinstance(new, str):
            before.append(new)
