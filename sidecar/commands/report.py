"""`/toolrecovery report [n]`: the last failed call, or the nth last, as files that hold no values of it."""

from __future__ import annotations

import json
import os
import shlex
from itertools import count
from pathlib import Path

from sidecar.core.shapes import name
from sidecar.files.private import make_folder, open_private
from sidecar.paths import reports_dir
from sidecar.session.past import latest as past
from sidecar.session.program import from_anywhere

from .context import CommandContext, Reply

NOTHING = (
    "No tool call failed in this session, and pi refused none in the latest session files of this folder: "
    "there is nothing to report."
)
SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def run(context: CommandContext, args: str) -> Reply:
    from sidecar.results import report

    failures, path = list(context.results.failures) if context.results else [], None
    if not failures:  # pi in print mode is a new process; the session file holds them
        path, failures = past.refused(context.store.path.parent, context.facts.cwd)
    if not failures:
        return Reply(NOTHING)
    number = int(args) if args.isascii() and args.isdigit() else 1 if not args else 0
    if not 1 <= number <= len(failures):
        return Reply(f"Give a number from 1, the last failure, to {len(failures)}.", "warning")
    failure = failures[-number]
    try:
        markdown = report.markdown(failure, context.facts.versions)
        case = json.dumps(report.case(failure), ensure_ascii=False) + "\n"
        paths = _write(reports_dir(context.stored.environ), failure.tool, markdown, case)
    except OSError as error:
        return Reply(f"The report could not be written: {error}", "error")
    read, replay = paths
    text = f"{read}\nReplay it: {from_anywhere()} replay {shlex.quote(str(replay))}"
    return Reply(f"{text}\nFrom the session file {path}" if path else text)


def _write(folder: Path, tool: str, text: str, case: str) -> tuple[Path, Path]:
    """Both files, named with the first number that is free."""
    make_folder(folder)
    stem = "".join(letter if letter in SAFE else "_" for letter in name(tool))[:60] or "unnamed"
    for number in count(1):
        read = folder / f"{stem}-{number}.md"
        try:
            _new(read, text)
        except FileExistsError:
            continue
        replay = read.with_suffix(".jsonl")
        replay.unlink(missing_ok=True)
        _new(replay, case)
        return read, replay
    raise AssertionError("count() does not end")


def _new(path: Path, text: str) -> None:
    fd = open_private(path, os.O_WRONLY | os.O_EXCL)
    with os.fdopen(fd, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
