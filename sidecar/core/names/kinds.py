"""`command`, `file_path`: what kind of text an argument holds, by its name."""

from __future__ import annotations

from sidecar.core.blocks import Path

from .words import words

_COMMAND = frozenset("bash cmd command commands script shell".split())
_PATH = frozenset("cwd dir directory filename filepath folder path pathname workdir".split())


def is_command(path: Path) -> bool:
    """Whether a shell runs the text at `path`."""
    named = _name(path)
    return bool(named) and named[-1] in _COMMAND


def is_path(path: Path) -> bool:
    """Whether the text at `path` names one file or folder."""
    named = _name(path)
    return bool(named) and named[-1] in _PATH


def _name(path: Path) -> tuple[str, ...]:
    """The words of the nearest key."""
    for step in reversed(path):
        if isinstance(step, str):
            return words(step)
    return ()
