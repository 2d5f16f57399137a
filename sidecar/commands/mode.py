"""`/toolrecovery mode repair|observe`: repair calls, or only write down what would be repaired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .desk import Desk, Reply, Word
from .kept import save

_SAID = {
    "repair": "mode repair: broken calls are repaired",
    "observe": "mode observe: nothing is changed; stats says what would have been repaired",
}


def run(desk: Desk, args: str) -> Reply:
    if args not in _SAID:
        return Reply(f"mode is {desk.store.current.mode}. Usage: mode repair|observe")
    return save(desk, {"mode": args}, _SAID[args])


def next_words(desk: Desk, said: Sequence[str]) -> Iterator[Word]:
    if not said:
        yield Word("repair", "broken calls are repaired")
        yield Word("observe", "nothing is changed, only written down")
