"""`toolrecovery audit [DIR]`: how many tool calls failed in pi's sessions, and how many would not have."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from sidecar.audit import html, text
from sidecar.audit.findings import Findings
from sidecar.audit.progress import Progress
from sidecar.audit.replay import Replay
from sidecar.core.printable import printable
from sidecar.errors import UsageError
from sidecar.paths import agent_dir
from sidecar.session.past.failures import Reader
from sidecar.session.past.lines import files_in
from sidecar.settings.config import Config

from . import shell


def run(given: argparse.Namespace, environ: Mapping[str, str]) -> int:
    place = Path(given.folder).expanduser() if given.folder else agent_dir(environ) / "sessions"
    if not place.exists():
        raise UsageError(f"{place} does not exist; name the folder of pi's sessions")
    try:
        found = look(files_in(place), shell.settings(environ).current)
        if given.html:
            Path(given.html).write_text(printable(html.render(found)), "utf-8")
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from error
    print(json.dumps(found.as_json(), indent=2) if given.json else printable(text.render(found)))
    return 0


def look(files: list[Path], config: Config) -> Findings:
    """Read every file once. One that cannot be read is named, and the others are read."""
    sizes = [path.stat().st_size for path in files]
    found = Findings(files=len(files), size=sum(sizes))
    progress, replay = Progress(found.bytes, sys.stderr), Replay(config)
    for path in files:
        try:
            for failure in Reader(path, progress.add, found.counts).failures():
                judged = replay.judge(failure)
                if judged:
                    found.turn(judged, failure.message)
        except OSError as error:
            found.unread.append(f"{path}: {error.strerror}")
    progress.end()
    return found
