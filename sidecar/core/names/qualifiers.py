"""Keys that change what a call does: a call run without them is another call.

`write(mode="append")` without its mode overwrites, `bash(cwd="/x")` without its place runs somewhere else,
`delete(dryRun=true)` without its switch deletes.
"""

from __future__ import annotations

from sidecar.core.blocks import JsonValue
from sidecar.core.values import is_empty

from .words import plain, words

# Without its `dryRun` a call runs for real; without its `filter` it reaches more than was meant.
_SWITCHES = frozenset(
    "action append approval background backup base64 branch check confirm dry encoding except exclude"
    " excludes excluding filter filters force if ignore interactive kind max maximum method min mode"
    " no noop not only operation overwrite permission permissions preview readonly recursive safe"
    " sandbox scope simulate skip strategy test type unless until validate whatif when where without"
    " yes".split()
)
_PLACES = frozenset(
    "account bucket chdir cluster container cwd database db destination dir directory env environment folder"
    " host namespace org organization profile project region remote repo repository root server stage target"
    " tenant workdir workspace".split()
)
_HOW = frozenset("args argv stdin env offset insertline startline endline linenumber".split())
_IDLE_WHEN_TRUE = frozenset({"overwrite"})  # a tool that ignores it overwrites: only false must not be lost


def qualifies(key: str, value: JsonValue) -> bool:
    """Whether a tool that ignores `key` would do something other than asked."""
    if is_empty(value):
        return False
    said = set(words(key)) | {plain(key)}
    if isinstance(value, bool) and value is bool(said & _IDLE_WHEN_TRUE):
        return False
    return bool(said & (_SWITCHES | _PLACES | _HOW))
