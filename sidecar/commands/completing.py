"""`rule ren` → `rename-key` and other words that may stand there: the words after a verb, while one types."""

from __future__ import annotations

from sidecar.errors import StateError

from .context import Command, CommandContext, Word


def complete(command: Command, context: CommandContext, typed: list[str]) -> list[Word]:
    """What fits the last of `typed`, which may be a part of a word; nothing where it is whole."""
    if command.next_words is None or not typed:
        return []
    *before, last = typed
    try:
        known = list(command.next_words(context, [word for word in before if word]))
    except StateError:
        return []
    fitting = [word for word in known if word.name.startswith(last)]
    fitting += [word for word in known if last in word.name and word not in fitting]
    return [] if [word.name for word in fitting] == [last] else fitting
