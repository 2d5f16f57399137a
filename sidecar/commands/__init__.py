"""What a person can say to the sidecar: `/toolrecovery <verb>`, `/toolrecovery-model`. One file a verb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module

from sidecar.core.printable import printable
from sidecar.errors import StateError, ToolRecoveryError

from .context import Command, CommandContext, Reply, Word

SLASH = "toolrecovery"
SLASH_MODEL = "toolrecovery-model"
MODEL_SUMMARY = "the model that recovers calls: provider/id, or none"


COMMANDS: Mapping[str, Command] = {
    "on": Command("repair tool calls; here: in this session", completes=True),
    "off": Command("leave them as they are; here: this session", completes=True),
    "demo": Command("three broken calls repaired; nothing is run"),
    "status": Command("what is on, and what it did in this session", slow=True),
    "stats": Command("what was repaired in the last [days]"),
    "audit": Command("which calls failed in pi's past sessions"),
    "log": Command("the last [n] calls repaired or left alone"),
    "why": Command("call [n] before and after, and what did it", completes=True),
    "undo": Command("never again repair that tool as in call [n]", completes=True),
    "rule": Command("switch a rule: <name> on|off [tool]", completes=True),
    "grammar": Command("tool calls leaked as text: on, off or strip", completes=True),
    "strict": Command("let the model's server hold calls: on or off", completes=True),
    "mode": Command("repair, or observe: watch, change nothing", completes=True),
    "settings": Command("the switches that matter most", completes=True),
    "config": Command("every setting, and where its value is from"),
    "doctor": Command("what keeps this from working, and the fix", slow=True),
    "learned": Command("what a recovery model taught"),
    "forget": Command("what was learned: one by its number, or all", completes=True),
    "report": Command("write failed call [n] down, without values"),
    "purge": Command("remove all it keeps; --yes: settings too"),
    "help": Command("these words"),
    "": Command("without a word: on becomes off, off becomes on"),
}


def run(context: CommandContext, name: str, args: str = "") -> Reply:
    """`name` is pi's slash command with the verb in `args`, or the verb itself (the shell)."""
    try:
        reply = _run(context, name, args)
    except ToolRecoveryError as error:
        reply = Reply(str(error), "warning")
    return replace(reply, text=printable(reply.text))


def _run(context: CommandContext, name: str, args: str) -> Reply:
    if name == SLASH_MODEL:
        return _answer("model", context, args.strip())
    verb, rest = _split(name, args)
    if verb == "help":
        return Reply(_words())
    return _answer(verb or "toggle", context, rest) if verb in COMMANDS else _unknown(verb)


def _answer(verb: str, context: CommandContext, args: str) -> Reply:
    """By the file of that name, imported when the verb is first used: a start waits for none of them."""
    reply: Reply = import_module(f".{verb}", __package__).run(context, args)
    return reply


def complete(context: CommandContext, args: str) -> list[Word]:
    """The words that may follow in `/toolrecovery <args>`; the last of `args` may be a part of one, or ""."""
    verb, *typed = args.split(" ")
    if not typed or verb not in COMMANDS or not COMMANDS[verb].completes:
        return []
    *before, last = typed
    try:
        next_words = import_module(f".{verb}", __package__).next_words
        known: list[Word] = list(next_words(context, [word for word in before if word]))
    except StateError:
        return []
    if any(word.name == last for word in known):  # pi's Enter would put another word in its place
        return []
    return [word for word in known if word.name.startswith(last)]


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
