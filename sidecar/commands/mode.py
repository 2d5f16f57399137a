"""`/toolrecovery mode repair|observe`: repair calls, or only write down what would be repaired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .context import CommandContext, Reply, Word

_TEXTS = {
    "repair": "mode repair: broken calls are repaired",
    "observe": "mode observe: nothing is changed; stats says what would have been repaired",
}


def run(context: CommandContext, args: str) -> Reply:
    if args not in _TEXTS:
        return Reply(f"mode is {context.store.current.mode}. Usage: mode repair|observe")
    return context.save({"mode": args}, _TEXTS[args])


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    if not before:
        yield Word("repair", "broken calls are repaired")
        yield Word("observe", "nothing is changed, only written down")
