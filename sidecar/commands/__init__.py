"""What a person can say to the sidecar: `/toolrecovery <verb>`, `/toolrecovery-model`. One file a verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from sidecar.core.printable import printable
from sidecar.errors import ToolRecoveryError

from .context import Command, CommandContext, Reply, Word

SLASH = "toolrecovery"
SLASH_MODEL = "toolrecovery-model"
MODEL_SUMMARY = "the model that recovers calls: provider/id, or none"


def _in_file(module: str) -> Callable[[CommandContext, str], Reply]:
    """`run` of that file, imported when the verb is first used: a start waits for none of them."""

    def run(context: CommandContext, args: str) -> Reply:
        reply: Reply = import_module(f".{module}", __package__).run(context, args)
        return reply

    return run


def _words_in_file(module: str) -> Callable[[CommandContext, Sequence[str]], Sequence[Word]]:
    def next_words(context: CommandContext, before: Sequence[str]) -> Sequence[Word]:
        return list(import_module(f".{module}", __package__).next_words(context, before))

    return next_words


def _verb(module: str, summary: str, *, slow: bool = False, completes: bool = False) -> Command:
    return Command(_in_file(module), summary, slow, _words_in_file(module) if completes else None)


COMMANDS: Mapping[str, Command] = {
    "on": _verb("on", "repair tool calls"),
    "off": _verb("off", "leave tool calls as they are"),
    "status": _verb("status", "what is on, and what it did in this session", slow=True),
    "stats": _verb("stats", "what was repaired in the last [days]"),
    "log": _verb("log", "the last [n] calls repaired or left alone"),
    "why": _verb("why", "call [n] before and after, and what did it", completes=True),
    "undo": _verb("undo", "never again repair that tool as in call [n]", completes=True),
    "rule": _verb("rule", "switch a rule: <name> on|off [tool]", completes=True),
    "grammar": _verb("grammar", "tool calls leaked as text: on, off or strip", completes=True),
    "mode": _verb("mode", "repair, or observe: watch, change nothing", completes=True),
    "config": _verb("config", "every setting, and where its value is from"),
    "doctor": _verb("doctor", "what keeps this from working, and the mend", slow=True),
    "learned": _verb("learned", "what a recovery model taught"),
    "forget": _verb("forget", "what was learned: one by its number, or all", completes=True),
    "report": _verb("report", "write failed call [n] down, without values"),
    "purge": _verb("purge", "remove all it keeps; --yes: settings too"),
    "help": Command(lambda context, args: Reply(_words()), "these words"),
    "": _verb("toggle", "without a word: on becomes off, off becomes on"),
}


def run(context: CommandContext, name: str, args: str = "") -> Reply:
    """`name` is pi's slash command with the verb in `args`, or the verb itself (the shell)."""
    try:
        reply = _run(context, name, args)
    except ToolRecoveryError as error:
        reply = Reply(str(error), "warning")
    return Reply(printable(reply.text), reply.level)


def _run(context: CommandContext, name: str, args: str) -> Reply:
    if name == SLASH_MODEL:
        return _in_file("model")(context, args.strip())
    verb, rest = _split(name, args)
    command = COMMANDS.get(verb)
    return command.run(context, rest) if command else _unknown(verb)


def complete(context: CommandContext, args: str) -> list[Word]:
    """The words that may follow in `/toolrecovery <args>`; the last of `args` may be a part of one, or ""."""
    from . import completing

    verb, *typed = args.split(" ")
    return completing.complete(COMMANDS[verb], context, typed) if verb in COMMANDS else []


def is_slow(name: str, args: str = "") -> bool:
    """Whether it may look at the network or at many files: then nothing else should wait for it."""
    command = COMMANDS.get(_split(name, args)[0]) if name != SLASH_MODEL else None
    return command is not None and command.slow


def _split(name: str, args: str) -> tuple[str, str]:
    verb, _, rest = (args if name == SLASH else f"{name} {args}").strip().partition(" ")
    return verb, rest.strip()


def _unknown(verb: str) -> Reply:
    from sidecar.settings.names import nearest

    near = nearest(verb, [name for name in COMMANDS if name])
    more = " help lists all." if near else f"\n{_words()}"
    return Reply(f"There is no command {verb!r}.{near}{more}", "warning")


def _words() -> str:
    widest = max(map(len, COMMANDS))
    rows = [f"  {name:<{widest}}  {command.summary}" for name, command in COMMANDS.items() if name]
    return "\n".join([*rows, f"  /{SLASH_MODEL}  {MODEL_SUMMARY}"])
