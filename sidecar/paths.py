"""Where things are: pi's agent directory and our files in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

CONFIG_NAME = "tool-recovery.json"
PI_TOOL_REPAIR_NAME = "extensions/pi-tool-repair.json"
JOURNAL_NAME = "journal.sqlite3"


def agent_dir(environ: Mapping[str, str], given: str = "") -> Path:
    """pi's own choice: what the bridge says, else PI_CODING_AGENT_DIR, else ~/.pi/agent."""
    return Path(given or environ.get("PI_CODING_AGENT_DIR") or "~/.pi/agent").expanduser()


def state_dir(environ: Mapping[str, str]) -> Path:
    """The state directory of the user's system."""
    import platformdirs  # at first use: a start does not wait for it

    given = environ.get("XDG_STATE_HOME")
    return Path(given) / "toolrecovery" if given else platformdirs.user_state_path("toolrecovery", False)


def debug_log(environ: Mapping[str, str]) -> Path:
    return state_dir(environ) / "debug.log"


def reports_dir(environ: Mapping[str, str]) -> Path:
    return state_dir(environ) / "reports"
