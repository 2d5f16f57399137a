"""Other agents' searches and listings → pi's `grep`, `find` and `ls`."""

from __future__ import annotations

from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.names.words import plain

from .keys import KEYS, DoesSomethingElseError, is_on, refuse_if_on, renamed, take

_RG_FLAGS = {"-C": "context", "-i": "ignoreCase"}
_SEARCHES_TEXT = frozenset(
    "caseinsensitive context glob filepattern ignorecase include literal query regex".split()
)


def grep(arguments: JsonObject) -> JsonObject:
    out = renamed({_RG_FLAGS.get(key, key): value for key, value in arguments.items()}, KEYS["grep"])
    out.pop("-n", None)  # pi's grep always gives line numbers
    refuse_if_on(out, "multiline", "type")
    if any(mode == "count" for mode in take(out, ("output_mode",))):
        raise DoesSomethingElseError("a count")
    around = [value for value in (out.pop("-A", None), out.pop("-B", None)) if value is not None]
    if around and "context" not in out:
        if not all(isinstance(value, int) for value in around):
            raise DoesSomethingElseError("no number of lines")
        out["context"] = max(around)  # pi has one number for both sides: more lines, none missing
    _inverted(out, ("case_sensitive",), "ignoreCase")
    _inverted(out, ("is_regex", "is_regexp"), "literal")
    out["glob"] = _only(out["glob"]) if "glob" in out else None
    if out["glob"] is None:
        del out["glob"]
    return out


def search_files(arguments: JsonObject) -> JsonObject:
    """Text in files for Cline, file names for MCP's filesystem server: `pattern` alone does not say."""
    if not any(plain(key) in _SEARCHES_TEXT for key in arguments):
        raise DoesSomethingElseError("names or text")
    return grep(arguments)


def find(arguments: JsonObject) -> JsonObject:
    patterns = arguments.get("patterns")
    if isinstance(patterns, list):
        rest = {key: value for key, value in arguments.items() if key != "patterns"}
        arguments = {**rest, "pattern": _only(patterns)}
    return renamed(arguments, KEYS["find"])


def ls(arguments: JsonObject) -> JsonObject:
    out = renamed(arguments, KEYS["ls"])
    refuse_if_on(out, "recursive", "ignore")
    if any(depth not in (None, 0, 1) for depth in take(out, ("depth", "max_depth"))):
        raise DoesSomethingElseError("folders in folders")
    return out


def _inverted(out: JsonObject, names: tuple[str, ...], ours: str) -> None:
    """`case_sensitive: false` → `ignoreCase: true`; true is pi's default and needs no word."""
    for value in take(out, names):
        if value is not None and not is_on(value):
            out.setdefault(ours, True)


def _only(value: Any) -> Any:
    """The only item of a list, None of an empty one; any other value as it is. Refuses several items."""
    if not isinstance(value, list):
        return value
    if len(value) > 1:
        raise DoesSomethingElseError("several patterns")
    return value[0] if value else None
