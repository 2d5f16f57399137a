"""`toolrecovery purge` on a terminal asks about the settings; elsewhere they stay, unless --yes is said."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from sidecar.paths import agent_dir
from sidecar.state.purge import settings

from . import shell


def run(given: argparse.Namespace, environ: Mapping[str, str]) -> int:
    words = [*given.words, *(["--yes"] if given.yes else [])]
    path = settings(agent_dir(environ))
    if path is not None and not words and sys.stdin is not None and sys.stdin.isatty():
        answer = input(f"Remove your settings {path} too? [y/N] ")
        words = ["--yes"] if answer.strip().lower() in ("y", "yes") else []
    return shell.answer(["purge", *words], environ)
