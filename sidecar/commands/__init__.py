"""What a person can say to the sidecar: `/toolrecovery <verb>`, `/toolrecovery-model`. One a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from sidecar.core.printable import printable
from sidecar.errors import ToolRecoveryError

from .desk import Command, Desk, Reply, Word

SLASH = "toolrecovery"
SLASH_MODEL = "toolrecovery-model"
MODEL_SUMMARY = "the model that recovers calls: provider/id, or none"


def _in_file(module: str) -> Callable[[Desk, str], Reply]:
    """The verb in the file of that name, imported when it is first said: a start waits for none of them."""

    def run(desk: Desk, args: str) -> Reply:
        reply: Reply = import_module(f".{module}", __package__).run(desk, args)
        return reply

    return run


COMMANDS: Mapping[str, Command] = {
    "on": Command(_in_file("on"), "repair tool calls"),
    "off": Command(_in_file("off"), "leave tool calls as they are"),
    "status": Command(_in_file("status"), "what is on, and what it did in this session", slow=True),
    "stats": Command(_in_file("stats"), "what was repaired in the last [days]"),
    "log": Command(_in_file("log"), "the last [n] calls repaired or left alone"),
    "why": Command(_in_file("why"), "call [n] before and after, and what did it"),
    "undo": Command(_in_file("undo"), "never again repair that tool as in call [n]"),
    "rule": Command(_in_file("rule"), "switch a rule: <name> on|off [tool]"),
    "grammar": Command(_in_file("grammar"), "tool calls leaked as text: on, off or strip"),
    "mode": Command(_in_file("mode"), "repair, or observe: watch, change nothing"),
    "config": Command(_in_file("config"), "every setting, and where its value is from"),
    "doctor": Command(_in_file("doctor"), "what keeps this from working, and the mend", slow=True),
    "learned": Command(_in_file("learned"), "what a recovery model taught"),
    "forget": Command(_in_file("forget"), "what was learned: one by its number, or all"),
    "report": Command(_in_file("report"), "write failed call [n] down, without values"),
    "purge": Command(_in_file("purge"), "remove all it keeps; --yes: settings too"),
    "help": Command(lambda desk, args: Reply(_words()), "these words"),
    "": Command(_in_file("toggle"), "without a word: on becomes off, off becomes on"),
}


def run(desk: Desk, name: str, args: str = "") -> Reply:
    """`name` is pi's slash command with the verb in `args`, or the verb itself (the shell)."""
    try:
        reply = _run(desk, name, args)
    except ToolRecoveryError as error:
        reply = Reply(str(error), "warning")
    return Reply(printable(reply.text), reply.level)


def _run(desk: Desk, name: str, args: str) -> Reply:
    if name == SLASH_MODEL:
        return _in_file("model")(desk, args.strip())
    verb, rest = _verb(name, args)
    command = COMMANDS.get(verb)
    return command.run(desk, rest) if command else _unknown(verb)


def complete(desk: Desk, args: str) -> list[Word]:
    """The words that may follow in `/toolrecovery <args>`, the last of which is half typed or not begun."""
    from . import completing

    return completing.complete(desk, args)


def is_slow(name: str, args: str = "") -> bool:
    """Whether it may look at the network or at many files: then nothing else should wait for it."""
    command = COMMANDS.get(_verb(name, args)[0]) if name != SLASH_MODEL else None
    return command is not None and command.slow


def _verb(name: str, args: str) -> tuple[str, str]:
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
