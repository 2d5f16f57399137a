"""Other agents' argument names for what pi calls `path`, `command`, `pattern`, … and the renaming."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.envelopes import ARGUMENT_KEYS
from sidecar.core.names.words import plain
from sidecar.core.values import equal, is_empty

_FILE = """
absolute_file_path absolute_path file file_absolute_path file_name file_path filename path path_name
relative_path relative_workspace_path target_file
"""
_FOLDER = """
absolute_path dir dir_path directory directory_path folder folder_path path relative_path
relative_workspace_path search_dir search_directory search_path target_directory
"""


def _table(**names: str) -> Mapping[str, str]:
    return {plain(other): ours for ours, others in names.items() for other in [ours, *others.split()]}


# plain spelling → pi's key, per pi tool.
KEYS: Mapping[str, Mapping[str, str]] = {
    "bash": _table(
        command="cmd cmdline command_line input script shell_command", timeout="timeout_seconds timeout_sec"
    ),
    "edit": _table(
        path=_FILE,
        oldText="old old_content old_str old_string old_text old_value search",
        newText="new new_content new_str new_string new_text new_value replace replacement",
    ),
    "find": _table(
        pattern="file_pattern glob glob_pattern name query search search_pattern",
        path=_FOLDER,
        limit="max_results max",
    ),
    "grep": _table(
        pattern="expression q query regex regex_pattern regexp search search_pattern search_term",
        path=f"{_FOLDER} file file_path",
        glob="file_glob file_pattern glob_pattern include include_pattern includes",
        ignoreCase="case_insensitive ic ignore_case",
        literal="fixed_strings literal_text",
        context="context_lines ctx",
        limit="head_limit max max_matches max_results",
    ),
    "ls": _table(path=_FOLDER, limit="max"),
    "read": _table(path=_FILE, offset="", limit="line_count max num_lines"),
    "write": _table(
        path=_FILE, content="body code_content contents data file_content file_contents file_text text"
    ),
}
KEYS = {**KEYS, "powershell": KEYS["bash"]}


class DoesSomethingElseError(Exception):
    """The call asks for what pi's tool cannot do, or gives one argument two values."""


def unwrapped(arguments: JsonObject) -> JsonObject:
    """`{"arguments": {…}}` → `{…}`, so that the switches inside are checked too."""
    if len(arguments) == 1:
        ((key, value),) = arguments.items()
        if plain(key) in ARGUMENT_KEYS and isinstance(value, dict):
            return value
    return arguments


def renamed(arguments: JsonObject, names: Mapping[str, str]) -> JsonObject:
    """The same values under pi's keys, in the same order. Unknown keys stay. Two different values: no."""
    out: JsonObject = {}
    for key, value in arguments.items():
        ours = names.get(plain(key[:64]), key) if not key.startswith("-") else key
        if ours in out and not is_empty(out[ours]):
            if not (is_empty(value) or equal(value, out[ours])):
                raise DoesSomethingElseError(ours)
            continue
        out[ours] = value
    return out


def take(arguments: JsonObject, names: Iterable[str]) -> list[Any]:
    """The values of every key spelt like one of `names`, taken out."""
    wanted = {plain(name) for name in names}
    return [arguments.pop(key) for key in list(arguments) if plain(key[:64]) in wanted]


def is_on(value: Any) -> bool:
    """Whether a switch is set, in any of the ways models write it."""
    return value not in (None, False, 0, "") and str(value).strip().lower() not in (
        "false",
        "no",
        "none",
        "0",
    )


def refuse_if_on(arguments: JsonObject, *names: str) -> None:
    """Take switches out that are off; a switch that is on asks for what pi's tool does not do."""
    if any(is_on(value) for value in take(arguments, names)):
        raise DoesSomethingElseError(names[0])


def refuse_if_off(arguments: JsonObject, *names: str) -> None:
    if not all(is_on(value) for value in take(arguments, names)):
        raise DoesSomethingElseError(names[0])


def whole(value: Any) -> int:
    """A whole number, also as text."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise DoesSomethingElseError("no number")
    if isinstance(value, float) and not value.is_integer():
        raise DoesSomethingElseError("no whole number")
    try:
        return int(value)
    except ValueError:
        raise DoesSomethingElseError("no number") from None
