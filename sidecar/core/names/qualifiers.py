"""Keys that change what a call does: a call run without them is another call.

`write(mode="append")` without its mode overwrites, `bash(cwd="/x")` without its place runs somewhere else,
`delete(dryRun=true)` without its switch deletes.
"""

from __future__ import annotations

from collections.abc import Collection

from sidecar.core.blocks import JsonValue
from sidecar.core.proposals.renames import likeness
from sidecar.core.schema.contract import Contract

from .words import plain, words

# A dropped switch runs for real what was meant as a rehearsal; a dropped limit reaches what was left out.
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
_SAFE_WHEN_TRUE = frozenset("overwrite".split())  # `overwrite: false` is the one that must not be lost


def qualifies(key: str, value: JsonValue) -> bool:
    """Whether a tool that ignored `key` would do something else than was asked for."""
    if value in (None, "", [], {}):
        return False
    said = set(words(key)) | {plain(key)}
    if isinstance(value, bool) and value is bool(said & _SAFE_WHEN_TRUE):
        return False
    return bool(said & (_SWITCHES | _PLACES | _HOW))


def lost(
    contract: Contract, arguments: JsonValue, tool: str = "", filled: Collection[str] = ()
) -> str | None:
    """A key the tool would ignore though it changes what the call does; None where there is none.

    `filled` are arguments that took their value from another key: a second key that could have been meant
    makes it a guess which one was.
    """
    for violation in contract.undeclared(arguments):
        holder, key = violation.instance, violation.name
        value = holder.get(key) if isinstance(holder, dict) else None
        if qualifies(key, value) or (value and any(likeness(key, name, tool) for name in filled)):
            return key
    return None
