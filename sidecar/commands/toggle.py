"""`/toolrecovery` without a word: on becomes off, off becomes on."""

from __future__ import annotations

from . import off, on
from .desk import Desk, Reply


def run(desk: Desk, args: str) -> Reply:
    return off.run(desk, args) if desk.store.current.enabled else on.run(desk, args)
