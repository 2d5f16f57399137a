"""`toolrecovery purge` on a terminal asks about the settings; elsewhere they stay, unless --yes is said."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from sidecar.paths import agent_dir
from sidecar.state.purge import settings

from . import shell


def run(words: Sequence[str], environ: Mapping[str, str]) -> int:
    path = settings(agent_dir(environ))
    if path is not None and not words and sys.stdin is not None and sys.stdin.isatty():
        answer = input(f"Remove your settings {path} too? [y/N] ")
        words = ["--yes"] if answer.strip().lower() in ("y", "yes") else []
    return shell.run(["purge", *words], environ)
