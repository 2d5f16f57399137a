"""The words of a command line → an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

from sidecar.core.printable import printable
from sidecar.errors import InvalidValueError, UsageError
from sidecar.session.program import program

from . import shell
from .parser import UNUSABLE, WORDS, parser

INTERRUPTED = 130  # as shells say it


def main(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Raises SystemExit for --help, --version and misuse."""
    try:
        try:
            return _run(words, environ)
        finally:
            print(end="", flush=True)
    except BrokenPipeError:  # the reader has enough, as in `audit | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(words: Sequence[str], environ: Mapping[str, str]) -> int:
    if words and words[0] not in WORDS and not words[0].startswith("-"):
        return shell.answer(words, environ)
    given = parser().parse_args(words)
    if given.word in (None, "serve"):  # `serve` alone is __main__'s
        parser().print_help(sys.stderr)
        return UNUSABLE
    try:
        status: int = import_module(f".{given.word}", __package__).run(given, environ)
        return status
    except (UsageError, InvalidValueError) as error:
        print(f"{program()} {given.word}: {printable(str(error))}", file=sys.stderr)
        return UNUSABLE
