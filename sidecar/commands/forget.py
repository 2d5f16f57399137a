"""`/toolrecovery forget <n|all>`: one learned repair, by its number in `learned`, or all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.errors import StateError

from .context import CommandContext, Reply, Word


def run(context: CommandContext, args: str) -> Reply:
    from sidecar.core.learned import in_words  # at first use, like all of the core

    if context.stored.learned is None:
        return Reply("Nothing was learned yet.")
    try:
        learned = context.stored.learned.all()
        if args == "all":
            context.stored.learned.forget_all()
            return Reply(
                f"Forgot all {len(learned)} learned repairs." if learned else "Nothing was learned yet."
            )
        number = int(args) if args.isascii() and args.isdigit() else 0
        if not 1 <= number <= len(learned):
            return Reply(_which(len(learned)), "warning")
        context.stored.learned.forget(learned[number - 1].project, learned[number - 1].fault)
    except StateError as error:
        return Reply(str(error), "error")
    return Reply(f"Forgot {in_words(learned[number - 1].shape)}")


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    from sidecar.core.learned import in_words

    if before or context.stored.learned is None:
        return
    for number, one in enumerate(context.stored.learned.all(), 1):
        yield Word(str(number), in_words(one.shape))
    yield Word("all", "everything that was learned")


def _which(count: int) -> str:
    if not count:
        return "Nothing was learned yet."
    return f"Say which: a number from 1 to {count}, as `/toolrecovery learned` counts them, or all."
