"""Where files are: pi's agent directory with our settings, and the state directory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

CONFIG_NAME = "tool-recovery.json"
PI_TOOL_REPAIR_NAME = "extensions/pi-tool-repair.json"


def agent_dir(environ: Mapping[str, str], given: str = "") -> Path:
    """pi's own choice: what the bridge says, else PI_CODING_AGENT_DIR, else ~/.pi/agent."""
    return Path(given or environ.get("PI_CODING_AGENT_DIR") or "~/.pi/agent").expanduser()


def config_lock(path: Path) -> Path:
    """The lock file of whoever writes the settings `path`."""
    return path.with_name(path.name + ".lock")


def state_dir(environ: Mapping[str, str]) -> Path:
    """The folder for state of the user's system; it may not exist yet."""
    import platformdirs  # at first use: a start does not wait for it

    given = environ.get("XDG_STATE_HOME")
    return Path(given) / "toolrecovery" if given else platformdirs.user_state_path("toolrecovery", False)


def journal(environ: Mapping[str, str]) -> Path:
    return state_dir(environ) / "journal.sqlite3"


def learned(environ: Mapping[str, str]) -> Path:
    return state_dir(environ) / "learned.sqlite"


def debug_log(environ: Mapping[str, str]) -> Path:
    return state_dir(environ) / "debug.log"


def reports_dir(environ: Mapping[str, str]) -> Path:
    return state_dir(environ) / "reports"
