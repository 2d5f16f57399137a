"""The files that were read or written in this run, the latest last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from sidecar.core.edits import Edit, FileText

from .paths import from_folder, real
from .reading import Files

FILES_KEPT = 30
_TOOLS = ("read", "edit", "write")


class RunFiles:
    def __init__(self) -> None:
        self._kept: OrderedDict[str, str] = OrderedDict()  # how it is shown, by its real path

    def start_run(self) -> None:
        self._kept.clear()

    def add(self, tool: str, path: object, files: Files) -> None:
        """`tool` was called with `path` and succeeded."""
        if tool not in _TOOLS or not isinstance(path, str):
            return
        place = files.path(path)
        name = real(place)
        self._kept[name] = from_folder(place, files.cwd)
        self._kept.move_to_end(name)
        while len(self._kept) > FILES_KEPT:
            self._kept.popitem(last=False)

    def said(self, edits: Sequence[Edit], files: Files) -> str | None:
        """For an edit without a path: the one file that holds every oldText, or that it is not one."""
        if not self._kept or not edits:
            return None
        holding = [
            shown
            for name, shown in reversed(self._kept.items())
            if isinstance(file := files.read(name), FileText)
            and all(file.pi_finds(each.old) for each in edits)
        ]
        of = "of the files that were read or edited in this run"
        if len(holding) == 1:
            return f"edit needs a path. One {of} holds every oldText: {holding[0]}"
        held = f"{len(holding)} {of} hold" if holding else f"none {of} holds"
        return f"edit needs a path; {held} every oldText."
