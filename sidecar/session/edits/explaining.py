"""A call of pi's file tools that failed → a text for the model: the file's lines, or where the file is."""

from __future__ import annotations

from collections.abc import Callable

from sidecar.core.edits import FileText, edits_of
from sidecar.results.edits import LONGEST, explain
from sidecar.results.observation import Kind, Observation

from .finding import elsewhere
from .reading import Files, Unread
from .run_files import RunFiles

_OF_PATHS = {"read": False, "grep": True, "find": True, "ls": True}  # whether a folder will do


class Explainer:
    """Of one session. `files` makes those of one result."""

    def __init__(self, files: Callable[[], Files]) -> None:
        self._files, self._run = files, RunFiles()

    def start_run(self) -> None:
        self._run.start_run()

    def explained(self, observation: Observation, said: str, *, builtin_edit: bool) -> str:
        """The text to append, which begins with `said`; it may be empty."""
        if observation.kind is Kind.SUCCESS:
            if observation.builtin:
                self._run.add(observation.tool, observation.arguments.get("path"), self._files())
            return said
        room = LONGEST - len(observation.text) - 1 - (len(said) + 1 if said else 0)
        more = _more(observation, self._files(), self._run, room, builtin_edit=builtin_edit)
        return "\n".join(text for text in (said, more) if text and (text is said or len(text) <= room))


def _more(
    observation: Observation, files: Files, run: RunFiles, room: int, *, builtin_edit: bool
) -> str | None:
    tool, path = observation.tool, observation.arguments.get("path")
    if tool == "edit" and builtin_edit:
        edits = edits_of(observation.arguments) or []
        if observation.kind is Kind.INVALID and path in (None, ""):
            return run.said(edits, files)
        if observation.kind is not Kind.TOOL or not isinstance(path, str):
            return None
        file = files.read(path)
        if isinstance(file, FileText):
            return explain(edits, file, room)
        if file is Unread.NO_TEXT:
            return "The file is no UTF-8 text, so its lines cannot be shown here."
        return elsewhere(files.path(path), files.cwd, folders=False) if file is Unread.ABSENT else None
    if tool not in _OF_PATHS or not observation.builtin or observation.kind is not Kind.TOOL:
        return None
    if not isinstance(path, str) or files.read(path) is not Unread.ABSENT:
        return None
    return elsewhere(files.path(path), files.cwd, folders=_OF_PATHS[tool])
