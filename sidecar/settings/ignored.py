"""Settings in a project: a file that somebody wrote in good faith, or to be obeyed. It is never read."""

from __future__ import annotations

from pathlib import Path

from sidecar.core.printable import one_line
from sidecar.paths import CONFIG_NAME


def ignored(cwd: str, used: Path) -> str:
    """A line about the settings file in the project at `cwd`; "" where there is none or it is `used`."""
    found = Path(cwd, ".pi", CONFIG_NAME)
    try:
        if not cwd or not found.is_file() or (used.exists() and found.samefile(used)):
            return ""
    except OSError:
        return ""
    return f"toolrecovery ignores {one_line(str(found))}: no file of a project configures it, {used} does"
