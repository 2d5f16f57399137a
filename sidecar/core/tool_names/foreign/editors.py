"""`str_replace_editor {command: view | create | str_replace}` → pi's `read`, `ls`, `write`, `edit`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sidecar.core.blocks import JsonObject, JsonValue

from .files import edit, read, write
from .keys import DoesSomethingElseError
from .searches import ls

_COMMANDS: Mapping[str, tuple[str, ...]] = {
    "edit": ("str_replace", "strReplace"),
    "ls": ("view",),
    "read": ("read", "view"),
    "write": ("create", "write"),
}
_MAPS: Mapping[str, Callable[[JsonObject], JsonObject]] = {
    "edit": edit,
    "ls": ls,
    "read": read,
    "write": write,
}
# The editor's own argument lists are sent whole by some models, the unused ones null or empty.
_UNUSED: tuple[JsonValue, ...] = (None, "", [])
_OF_OTHER_COMMANDS: Mapping[str, tuple[str, ...]] = {
    "edit": ("file_text", "insert_line", "view_range"),
    "ls": ("file_text", "insert_line", "new_str", "old_str", "view_range"),
    "read": ("file_text", "insert_line", "new_str", "old_str"),
    "write": ("insert_line", "new_str", "old_str", "view_range"),
}


def editor(tool: str) -> Callable[[JsonObject], JsonObject]:
    """The map to `tool`, for the commands it can carry out. insert and undo_edit have no counterpart."""

    def mapped(arguments: JsonObject) -> JsonObject:
        out = dict(arguments)
        if out.pop("command", None) not in _COMMANDS[tool]:
            raise DoesSomethingElseError("another command")
        folder = str(out.get("path", "")).endswith("/")
        if tool in ("ls", "read") and folder != (tool == "ls"):
            raise DoesSomethingElseError("file or folder")
        for key in _OF_OTHER_COMMANDS[tool]:
            if out.pop(key, None) not in _UNUSED:
                raise DoesSomethingElseError("another command's argument")
        return _MAPS[tool](out)

    return mapped


EDITOR_TOOLS = tuple(_COMMANDS)
