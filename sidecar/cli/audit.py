"""`toolrecovery audit [DIR]`: how many tool calls failed in pi's sessions, and how many would not have."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from sidecar.audit.findings import Findings
from sidecar.audit.progress import Progress
from sidecar.audit.replay import Replay
from sidecar.core.printable import printable
from sidecar.paths import agent_dir
from sidecar.session.past.failures import Reader, model_of
from sidecar.session.past.lines import files_in
from sidecar.session.program import program
from sidecar.settings.config import Config
from sidecar.settings.store import ConfigStore

UNUSABLE = 2


def audit(options: list[str], environ: Mapping[str, str]) -> int:
    given = _parser().parse_args(options)
    folder = agent_dir(environ)
    place = Path(given.folder).expanduser() if given.folder else folder / "sessions"
    if not place.exists():
        return _say(f"{place} does not exist; name the folder of pi's sessions")
    store = ConfigStore(folder, environ, lambda fault: print(fault, file=sys.stderr))
    try:
        found = look(files_in(place), store.current)
        if given.html:
            from sidecar.audit import html

            Path(given.html).write_text(printable(html.render(found)), "utf-8")
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _say(f"{error.filename}: {error.strerror}")
    try:
        _print(found, as_json=given.json)
    except BrokenPipeError:  # whoever read it has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _print(found: Findings, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(found.as_json(), indent=2), flush=True)
    else:
        from sidecar.audit import text

        print(printable(text.render(found)), flush=True)


def look(files: list[Path], config: Config) -> Findings:
    """Read every file once. One that cannot be read is named, and the others are read."""
    sizes = [path.stat().st_size for path in files]
    found = Findings(files=len(files), bytes=sum(sizes))
    progress, replay = Progress(found.bytes, sys.stderr), Replay(config)
    for path in files:
        reader = Reader(path, progress.add)
        try:
            for failure in reader.failures():
                judged = replay.judge(failure)
                if judged:
                    message = failure.message
                    usage = message.get("usage")
                    found.turn(
                        judged,
                        model_of(message),
                        message["at"][:10],
                        usage if isinstance(usage, dict) else {},
                    )
        except OSError as error:
            found.unread.append(f"{path}: {error.strerror}")
        counts = reader.counts
        found.lines += counts.lines
        found.broken += counts.broken
        found.turns += counts.turns
        found.calls.update(counts.calls)
    progress.end()
    return found


def _say(reason: str) -> int:
    print(f"{program()} audit: {printable(reason)}", file=sys.stderr)
    return UNUSABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"{program()} audit", description=__doc__)
    parser.add_argument("folder", nargs="?", metavar="DIR", help="pi's sessions, or one of them")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--html", metavar="FILE", help="write a page with charts")
    return parser
