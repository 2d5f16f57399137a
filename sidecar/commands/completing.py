"""`rule ren` → `rename-key` and the rest that may stand there: the words after a verb, as one types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from sidecar.errors import StateError

from . import forget, grammar, mode, rule, undo, why
from .desk import Desk, Word

NextWords: TypeAlias = Callable[[Desk, Sequence[str]], Iterable[Word]]

NEXT: Mapping[str, NextWords] = {
    "why": why.next_words,
    "undo": undo.next_words,
    "rule": rule.next_words,
    "grammar": grammar.next_words,
    "mode": mode.next_words,
    "forget": forget.next_words,
}


def complete(desk: Desk, args: str) -> list[Word]:
    """What fits the last word of `args`, which may be half typed; nothing where it is whole."""
    verb, *said = args.split(" ")
    words = NEXT.get(verb)
    if not words or not said:
        return []
    typed = said.pop()
    try:
        known = list(words(desk, [word for word in said if word]))
    except StateError:
        return []
    fitting = [word for word in known if word.name.startswith(typed)]
    fitting += [word for word in known if typed in word.name and word not in fitting]
    return [] if [word.name for word in fitting] == [typed] else fitting
