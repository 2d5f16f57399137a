"""`bash {"command", "workdir"}`, `write {"append": true}`: keys with a meaning that pi's own tools ignore.

pi would run the call as if the key were not there. Where the same can be said in the tool's own arguments, it
is; otherwise the call must not run, and the reason says what to send instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.envelopes import ARGUMENT_KEYS
from sidecar.core.names.words import plain, words
from sidecar.core.tool_names import switch

from .edit_pairs import paired
from .unheard import UnheardError
from .work_folder import folder_of, with_folder

FOLDER_RULE = "work-folder"
PAIRS_RULE = "edit-pairs"

_APPENDS = frozenset({"append", "appending", "appendmode", "appendtofile"})
_MODES = frozenset({"filemode", "flag", "flags", "mode", "openmode", "operation", "writemode"})
_APPEND_MODES = frozenset({"a", "ab", "append", "at"})
# A switch whose words say that it is not to be done now, or not before somebody agrees.
_REHEARSALS = frozenset(
    "checkonly dryrun dryrunonly noop preview previewonly rehearsal simulate whatif".split()
)
_HELD_WHEN_ON = frozenset("approval ask background confirm confirmation consent detach detached".split())
_HELD_WHEN_OFF = frozenset("apply approved confirmed execute overwrite proceed run".split())
_INSTEAD: Mapping[str, str] = {
    "bash": "would run the command. Use the command's own option for it, or leave {key} out to run it",
    "edit": "would change the file. Leave {key} out to change it; to look first, use read",
    "powershell": "would run the command. Use the command's own option for it, or leave {key} out to run it",
    "write": "would write the file. Leave {key} out to write it; to look first, use read",
}


@dataclass(frozen=True, slots=True)
class Heard:
    """`arguments` without the keys that were understood; `folder` is where the command is to run."""

    arguments: Any
    folder: str | None = None
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def finished(self, arguments: Any) -> Any:
        """`arguments`, valid by now, with the folder. Raises UnheardError."""
        return arguments if self.folder is None else with_folder(arguments, self.folder)


def hear(
    tool: str,
    arguments: JsonValue,
    declared: Collection[str],
    cwd: str | None,
    allows: Callable[[str], bool],
) -> Heard:
    """What the keys that pi's `tool` ignores ask for. Raises UnheardError where it cannot be done exactly.

    `declared` are the tool's own arguments; `allows` says which of the two repairs are switched on.
    """
    if not isinstance(arguments, dict):
        return Heard(arguments)
    if len(arguments) == 1:
        ((key, inside),) = arguments.items()
        if plain(key[:64]) in ARGUMENT_KEYS and isinstance(inside, dict):
            heard = hear(tool, inside, declared, cwd, allows)
            return replace(heard, arguments={key: heard.arguments}) if heard.rules else Heard(arguments)
    ignored = {key: value for key, value in arguments.items() if key not in declared}
    if not ignored and tool != "edit":
        return Heard(arguments)
    if tool == "write":
        _refuse_append(ignored)
    if tool in _INSTEAD:
        _refuse_held(tool, ignored)
    if tool in ("bash", "powershell") and allows(FOLDER_RULE):
        key, rest, folder = folder_of(tool, ignored, cwd)
        if key:
            rest = {name: value for name, value in arguments.items() if name not in ignored or name in rest}
            note = f"{key} dropped" if folder is None else f"{key} → cd"
            return Heard(rest, folder, (FOLDER_RULE,), (note,))
    if tool == "edit" and allows(PAIRS_RULE):
        edits = paired(arguments)
        if edits is not arguments:
            return Heard(edits, None, (PAIRS_RULE,), ("each pair is one edit",))
    return Heard(arguments)


def _refuse_append(ignored: JsonObject) -> None:
    for key, value in ignored.items():
        spelt = plain(key[:64])
        appends = _is_on(value) if spelt in _APPENDS else spelt in _MODES and _says_append(value)
        if appends:
            raise UnheardError(
                f"write knows no {key} and would replace the whole file."
                " To add to the file, use edit, or bash with cat >> and the file's path."
            )


def _refuse_held(tool: str, ignored: JsonObject) -> None:
    """`dry_run: true`, `requires_approval: true`, `execute: false`: pi would do at once what is to wait."""
    for key, value in ignored.items():
        on, spelt = switch(value), plain(key[:64])
        held = on and (spelt in _REHEARSALS or not _HELD_WHEN_ON.isdisjoint(words(key)))
        if held or (value == 1 and spelt in _REHEARSALS) or (on is False and spelt in _HELD_WHEN_OFF):
            raise UnheardError(f"{tool} knows no {key} and {_INSTEAD[tool].format(key=key)}.")


def _says_append(value: JsonValue) -> bool:
    return isinstance(value, str) and plain(value[:64]) in _APPEND_MODES


def _is_on(value: JsonValue) -> bool:
    return (
        value in (True, 1) if not isinstance(value, str) else plain(value[:8]) in ("1", "on", "true", "yes")
    )
