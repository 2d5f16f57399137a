"""What a person can say to the sidecar: `/toolrecovery <verb>`, `/toolrecovery-model`. One a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from ..errors import ToolRecoveryError
from ..visible import visible
from .desk import Command, Desk, Reply

SLASH = "toolrecovery"
SLASH_MODEL = "toolrecovery-model"


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
    "stats": Command(_in_file("stats"), "what was repaired in the last [days], by tool, rule, model and day"),
    "log": Command(_in_file("log"), "the last [n] calls that were repaired, left alone or blocked"),
    "why": Command(
        _in_file("why"), "one call before and after, the last or number [n], and the rules at work"
    ),
    "undo": Command(
        _in_file("undo"), "never again do to that tool what was done to the last call, or call [n]"
    ),
    "rule": Command(_in_file("rule"), "switch a rule: <name> on|off [tool]; alone: what is off"),
    "grammar": Command(_in_file("grammar"), "leaked tool-call text: on, off or strip"),
    "mode": Command(
        _in_file("mode"), "repair, or observe: change nothing and write down what would be repaired"
    ),
    "config": Command(_in_file("config"), "every setting, and where its value came from"),
    "doctor": Command(_in_file("doctor"), "find what keeps this from working, with its mend", slow=True),
    "learned": Command(_in_file("learned"), "what a recovery model taught, now done without asking"),
    "forget": Command(_in_file("forget"), "one of these by its number, or all"),
    "report": Command(_in_file("report"), "write the last failed call down, without its values"),
    "help": Command(lambda desk, args: Reply(_words()), "these words"),
    "": Command(_in_file("toggle"), "without a word: on becomes off, off becomes on"),
}


def run(desk: Desk, name: str, args: str = "") -> Reply:
    """`name` is pi's slash command with the verb in `args`, or the verb itself (the shell)."""
    try:
        if name == SLASH_MODEL:
            reply = _in_file("model")(desk, args.strip())
            return Reply(visible(reply.text), reply.level)
        verb, rest = _verb(name, args)
        command = COMMANDS.get(verb)
        reply = command.run(desk, rest) if command else _unknown(verb)
    except ToolRecoveryError as error:
        reply = Reply(str(error), "warning")
    return Reply(visible(reply.text), reply.level)


def is_slow(name: str, args: str = "") -> bool:
    """Whether it may look at the network or at many files: then nothing else should wait for it."""
    command = COMMANDS.get(_verb(name, args)[0]) if name != SLASH_MODEL else None
    return command is not None and command.slow


def _verb(name: str, args: str) -> tuple[str, str]:
    verb, _, rest = (args if name == SLASH else f"{name} {args}").strip().partition(" ")
    return verb, rest.strip()


def _unknown(verb: str) -> Reply:
    from .words import nearest

    near = nearest(verb, [name for name in COMMANDS if name])
    return Reply(f"There is no command {verb!r}.{near}\n{_words()}", "warning")


def _words() -> str:
    widest = max(map(len, COMMANDS))
    return "\n".join(f"  {name:<{widest}}  {command.summary}" for name, command in COMMANDS.items() if name)
