"""A folder → the latest of its session files with a call that pi rejected, and those calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from sidecar.results.session import Failure, ResultSession

FILES_LOOKED_AT = 20
HEADER_BYTES = 10_000


def refused(agent_dir: Path, cwd: str) -> tuple[Path | None, list[Failure]]:
    """The file, and its failures in order. `cwd` "" is any folder. A file that cannot be read is skipped."""
    for path in _sessions(agent_dir / "sessions", cwd):
        found = _failures(path)
        if found:
            return path, found
    return None, []


def _sessions(folder: Path, cwd: str) -> Iterator[Path]:
    try:
        ranked = sorted(folder.rglob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return
    mine = (path for path in ranked if not cwd or _cwd(path) == cwd)
    yield from (path for _, path in zip(range(FILES_LOOKED_AT), mine, strict=False))


def _cwd(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline(HEADER_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    cwd = header.get("cwd") if isinstance(header, dict) else None
    return cwd if isinstance(cwd, str) else None


def _failures(path: Path) -> list[Failure]:
    from sidecar.results.observation import Observation, Result
    from sidecar.results.session import Limits
    from sidecar.session.core_input import toolset
    from sidecar.settings.config import Config

    from .builtin import builtin_tools
    from .failures import Reader

    session = ResultSession()
    try:
        for turn in Reader(path).failures():
            tools = toolset([*turn.tools.values()] or builtin_tools(), Config())
            for block in turn.message["content"]:
                error = turn.errors.get(str(block.get("id")))
                name, arguments = block.get("name"), block.get("arguments")
                if error is None or not isinstance(name, str):
                    continue
                content = ({"type": "text", "text": error},)
                given = arguments if isinstance(arguments, dict) else {}
                seen = Observation("", name, given, Result(content, is_error=True), executed=False)
                session.observe(seen, tools, Limits(cap=0, empty_note=False))
    except OSError:
        return []
    return list(session.failures)
