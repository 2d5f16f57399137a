"""`/toolrecovery mode repair|observe`: repair calls, or only write down what would be repaired."""

from __future__ import annotations

from .desk import Desk, Reply
from .kept import save

_SAID = {
    "repair": "mode repair: broken calls are repaired",
    "observe": "mode observe: nothing is changed; stats says what would have been repaired",
}


def run(desk: Desk, args: str) -> Reply:
    if args not in _SAID:
        return Reply(f"mode is {desk.store.current.mode}. Usage: mode repair|observe")
    return save(desk, {"mode": args}, _SAID[args])
