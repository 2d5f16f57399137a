"""`/toolrecovery on [here]`: repair tool calls, from now on in every session; `here`: in this one alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .context import CommandContext, Reply, Word

HERE = Word("here", "in this session alone")


def run(context: CommandContext, args: str) -> Reply:
    return switch(context, args, "on")


def switch(context: CommandContext, args: str, word: str) -> Reply:
    """`word`: on or off."""
    patch: dict[str, object] = {"enabled": word == "on"}
    if args == HERE.name:
        context.store.hold(patch)
        return Reply(f"toolrecovery is {word} in this session")
    if args:
        return Reply(f"Usage: {word} [{HERE.name}]", "warning")
    return context.save(patch, f"toolrecovery is {word}")


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    if not before:
        yield HERE
