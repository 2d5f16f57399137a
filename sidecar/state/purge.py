"""Removes all that toolrecovery keeps: state, the Python environments it set up, on request the settings."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from sidecar.paths import CONFIG_NAME, config_lock, state_dir

ENVIRONMENTS_NAME = "toolrecovery"  # in pi's agent directory; the bridge makes it


def settings(agent: Path) -> Path | None:
    """The path of the settings file, None without one."""
    path = agent / CONFIG_NAME
    return path if path.exists() or path.is_symlink() else None


def purge(agent: Path, environ: Mapping[str, str], *, with_settings: bool) -> Iterator[str]:
    """A line for each thing removed, as it is removed. Raises OSError at the first that cannot be."""
    state, own = state_dir(environ), agent / ENVIRONMENTS_NAME
    if state.is_dir() and not state.is_symlink():
        shutil.rmtree(state)
        yield f"removed {state}"
    running = (
        Path(sys.prefix).resolve().is_relative_to(own.resolve())
    )  # the bridge removes that one when this process has ended
    if not running and _remove_environments(own):
        yield f"removed {own}"
    path = settings(agent)
    if with_settings or path is None:
        config_lock(agent / CONFIG_NAME).unlink(missing_ok=True)
    if path is None:
        return
    if with_settings:
        path.unlink()
        yield f"removed {path}"
    else:
        yield f"kept {path}; purge --yes removes it too"


def _remove_environments(folder: Path) -> bool:
    """Only what the bridge made: a person may keep a clone in a folder of that name."""
    made = list(folder.glob("env-*"))
    for path in made:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    if made and not any(folder.iterdir()):
        folder.rmdir()
    return bool(made)
