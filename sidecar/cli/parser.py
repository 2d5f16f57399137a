"""The parser of the command line. Any other word is one of `/toolrecovery`, and shell.py's."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import NoReturn, TypeAlias

from sidecar import __version__
from sidecar.session.program import program

UNUSABLE = 2  # exit status: what was given cannot be used
Options: TypeAlias = Callable[[argparse.ArgumentParser], None]


def _repair(word: argparse.ArgumentParser) -> None:
    word.add_argument("--tools", metavar="FILE", help="JSON list of {name, parameters, …}")
    word.add_argument("--jsonl", action="store_true", help="one case a line: {id, message, tools, model?}")
    word.add_argument("--model", metavar="ID", help="id of the model that wrote the message")
    word.add_argument("--grammar", action="store_true", help="turn leaked tool-call text into calls")
    word.add_argument("--recover", action="store_true", help="ask the recovery model; uses the network")


def _audit(word: argparse.ArgumentParser) -> None:
    word.add_argument("folder", nargs="?", metavar="DIR", help="pi's sessions, or one of them")
    word.add_argument("--json", action="store_true", help="print the findings as JSON")
    word.add_argument("--html", metavar="FILE", help="write a page with charts")


def _replay(word: argparse.ArgumentParser) -> None:
    word.add_argument("file", metavar="FILE", help="a message, a session file or lines of one, or a report")
    word.add_argument("--tools", metavar="FILE", help="JSON list of {name, parameters}; without: pi's own")


def _purge(word: argparse.ArgumentParser) -> None:
    word.add_argument("--yes", action="store_true", help="remove the settings too, without a question")
    word.add_argument("words", nargs="*", help=argparse.SUPPRESS)  # `/toolrecovery purge` refuses them


def _none(word: argparse.ArgumentParser) -> None: ...


WORDS: Mapping[str, tuple[str, Options]] = {
    "serve": ("answer pi-bridge on stdin and stdout", _none),
    "repair": ("repair one assistant message from stdin, or many", _repair),
    "audit": ("count the failed tool calls in pi's sessions, and those that would be repaired", _audit),
    "glance": ("count them in one line, for the last 30 days and a second at most", _none),
    "replay": ("show step by step what happens to the calls of a saved message", _replay),
    "purge": ("remove all that is kept on this machine", _purge),
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(UNUSABLE, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    more = f"The words of /toolrecovery work too, as in: {program()} stats 7. {program()} help lists them."
    made = _Parser(prog=program(), epilog=more)
    made.add_argument("--version", action="version", version=__version__)
    words = made.add_subparsers(dest="word", metavar="WORD")
    for name, (summary, add_options) in WORDS.items():
        add_options(words.add_parser(name, help=summary, description=summary))
    return made
