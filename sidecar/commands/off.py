"""`/toolrecovery off [here]`: leave tool calls as they are, in every session; `here`: in this one alone."""

from __future__ import annotations

from .context import CommandContext, Reply
from .on import next_words as next_words
from .on import switch


def run(context: CommandContext, args: str) -> Reply:
    return switch(context, args, "off")
