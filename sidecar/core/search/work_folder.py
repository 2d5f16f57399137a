"""`{"command": "ls", "workdir": "/x"}` → `cd -- '/x' || exit` and `ls` below it; dropped if pi is there."""

from __future__ import annotations

import posixpath
import re

from sidecar.core.blocks import JsonObject
from sidecar.core.names.words import plain

from .unheard import UnheardError

_KEYS = frozenset(
    "cd chdir currentdirectory currentworkingdirectory cwd dir directory directorypath dirpath folder workdir"
    " workingdir workingdirectory".split()
)
_LONGEST = 1000  # characters of a path
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_NO_PATH = re.compile(r"[\x00-\x1f\x7f$`*?\[\"]|://")  # the shell would read on in it, or it is an address
_HOME = re.compile(r"~(?:/+(.*))?", re.DOTALL)


def folder_of(tool: str, arguments: JsonObject, cwd: str | None) -> tuple[str, JsonObject, str | None]:
    """The key that names a folder, "" for none; the arguments without it; and the folder, if pi is not there.

    Raises UnheardError where the command cannot be made to run in that folder and no other.
    """
    given = {key: value for key, value in arguments.items() if plain(key[:64]) in _KEYS}
    if not given:
        return "", arguments, None
    rest = {key: value for key, value in arguments.items() if key not in given}
    key = next(iter(given))
    folders = {value for value in given.values() if isinstance(value, str) and not _is_here(value, cwd)}
    if any(value is not None and not isinstance(value, str) for value in given.values()) or len(folders) > 1:
        raise UnheardError(_reason(tool, key, "it names no one folder"))
    if not folders:
        return key, rest, None
    (folder,) = folders
    if tool != "bash":
        raise UnheardError(_reason(tool, key, "the command would run in the session's folder"))
    if not _is_plain(folder):
        raise UnheardError(_reason(tool, key, "its value is no plain path"))
    return key, rest, folder


def with_folder(arguments: JsonObject, folder: str) -> JsonObject:
    """The command with a line before it that enters the folder, or ends the command where there is none."""
    command = arguments.get("command")
    if not isinstance(command, str):
        raise UnheardError("there is no command to run in that folder. Send the command as text.")
    return {**arguments, "command": f"cd -- {_quoted(folder)} || exit\n{command}"}


def _reason(tool: str, key: str, why: str) -> str:
    return f"{tool} knows no {key}, and {why}. Leave {key} out and begin the command with a change of folder."


def _is_here(folder: str, cwd: str | None) -> bool:
    if folder.strip() in ("", ".", "./"):
        return True
    if not cwd:
        return False
    here = _normal(cwd)
    return _normal(folder) == here or _normal(f"{cwd}/{folder}") == here


def _normal(path: str) -> str:
    if _DRIVE.match(path):
        path = path.replace("\\", "/").casefold()
    return posixpath.normpath(path)


def _is_plain(folder: str) -> bool:
    if len(folder) > _LONGEST or folder != folder.strip() or folder == "-" or _NO_PATH.search(folder):
        return False
    if folder.startswith("~") and not _HOME.fullmatch(folder):
        return False  # another user's home
    return "\\" not in folder or bool(_DRIVE.match(folder))


def _quoted(folder: str) -> str:
    home = _HOME.fullmatch(folder)
    if home is None:
        return _in_quotes(folder)
    return f"~/{_in_quotes(home[1])}" if home[1] else "~"


def _in_quotes(text: str) -> str:
    return "'" + text.replace("'", "'\"'\"'") + "'"
