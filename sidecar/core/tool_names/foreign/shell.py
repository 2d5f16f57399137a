"""Other agents' shells → pi's `bash {command, timeout}`: argv joined, milliseconds to seconds."""

from __future__ import annotations

import re
import shlex
from typing import Any

from sidecar.core.blocks import JsonObject

from .keys import KEYS, DoesSomethingElseError, refuse_if_off, refuse_if_on, renamed, take, whole

_SHELLS = re.compile(r"(?:/(?:usr/)?bin/)?(?:ba)?sh")
_SCRIPT_FLAGS = re.compile(r"-l?c|-c?l")
_OPERATORS = re.compile(r"[|&;<>()]+|\d?>{1,2}&?\d?|\d?>&\d")
_MS = 1000


def command(arguments: JsonObject) -> JsonObject:
    out = renamed(arguments, KEYS["bash"])
    refuse_if_on(
        out,
        "background",
        "detach",
        "interactive",
        "is_background",
        "is_input",
        "run_in_background",
        "stdin",
        "tty",
    )
    refuse_if_off(out, "blocking", "wait_for_completion")
    if isinstance(out.get("command"), list):
        out["command"] = joined(out["command"])
    for value in take(out, ("timeout_ms", "timeout_milliseconds")):
        if value is None:
            continue
        if out.get("timeout") is not None:
            raise DoesSomethingElseError("two timeouts")
        out["timeout"] = seconds(whole(value))
    return out


def command_in_ms(arguments: JsonObject) -> JsonObject:
    """`timeout` in milliseconds, unless it is too small to be meant so."""
    out = command(arguments)
    if out.get("timeout") is not None and arguments.get("timeout") is not None:
        said = whole(out["timeout"])
        if said >= _MS:
            if said % _MS:
                raise DoesSomethingElseError("seconds or milliseconds")
            out["timeout"] = said // _MS
    return out


def seconds(milliseconds: int) -> int | float:
    return milliseconds // _MS if milliseconds % _MS == 0 else milliseconds / _MS


def joined(argv: list[Any]) -> str:
    """`["bash", "-lc", "ls -la"]` → `ls -la`; any other argv quoted, where quoting keeps its meaning."""
    if not argv or not all(isinstance(item, str) for item in argv):
        raise DoesSomethingElseError("no argv")
    if len(argv) == 1:
        return str(argv[0])
    if _SHELLS.fullmatch(argv[0]) and _SCRIPT_FLAGS.fullmatch(argv[1]):
        if len(argv) != 3 or "c" not in argv[1]:
            raise DoesSomethingElseError("a script with arguments")
        return str(argv[2])
    if argv[0] == "apply_patch" or any(_OPERATORS.fullmatch(item) for item in argv):
        raise DoesSomethingElseError("an operator would become text")
    return shlex.join(argv)
