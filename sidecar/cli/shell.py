"""`toolrecovery stats 7`: the words of `/toolrecovery` on the shell, where there is no session."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from sidecar import commands, paths
from sidecar.commands.context import CommandContext, StoredState
from sidecar.core.printable import printable
from sidecar.settings.store import ConfigStore
from sidecar.state.journal import Journal
from sidecar.state.learned import LearnedStore


def answer(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Prints the answer. 1 where it is a warning or an error."""
    store = settings(environ)
    journal = Journal(lambda: paths.journal(environ), _say)
    learned = LearnedStore(paths.learned(environ))
    context = CommandContext(store, stored=StoredState(environ, journal, learned=learned))
    reply = commands.run(context, words[0], " ".join(words[1:]))
    print(reply.text)
    return 0 if reply.level == "info" else 1


def settings(environ: Mapping[str, str]) -> ConfigStore:
    """What is wrong in them is said on stderr."""
    return ConfigStore(paths.agent_dir(environ), environ, _say)


def _say(line: str) -> None:
    print(printable(line), file=sys.stderr)
