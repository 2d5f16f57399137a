"""`/toolrecovery` without a word: on becomes off, off becomes on."""

from __future__ import annotations

from . import off, on
from .context import CommandContext, Reply


def run(context: CommandContext, args: str) -> Reply:
    return off.run(context, args) if context.store.current.enabled else on.run(context, args)
