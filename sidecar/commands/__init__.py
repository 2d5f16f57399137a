"""What a person can say to the sidecar: `/toolrecovery <verb>`, `/toolrecovery-model`. One a file."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import ToolRecoveryError
from . import (
    config,
    doctor,
    forget,
    grammar,
    help,
    learned,
    log,
    mode,
    model,
    off,
    on,
    report,
    rule,
    stats,
    status,
    toggle,
    undo,
    why,
)
from .desk import Command, Desk, Reply
from .words import nearest

SLASH = "toolrecovery"
SLASH_MODEL = "toolrecovery-model"

COMMANDS: Mapping[str, Command] = {
    "on": Command(on.run, "repair tool calls"),
    "off": Command(off.run, "leave tool calls as they are"),
    "status": Command(status.run, "what is on, and what it did in this session", slow=True),
    "stats": Command(stats.run, "what was repaired in the last [days], by tool, rule, model and day"),
    "log": Command(log.run, "the last [n] calls that were repaired, left alone or blocked"),
    "why": Command(why.run, "one call before and after, the last or number [n], and the rules at work"),
    "undo": Command(undo.run, "never again do to that tool what was done to the last call, or call [n]"),
    "rule": Command(rule.run, "switch a rule: <name> on|off [tool]; alone: what is off"),
    "grammar": Command(grammar.run, "leaked tool-call text: on, off or strip"),
    "mode": Command(mode.run, "repair, or observe: change nothing and write down what would be repaired"),
    "config": Command(config.run, "every setting, and where its value came from"),
    "doctor": Command(doctor.run, "find what keeps this from working, with its mend", slow=True),
    "learned": Command(learned.run, "what a recovery model taught, now done without asking"),
    "forget": Command(forget.run, "one of these by its number, or all"),
    "report": Command(report.run, "write the last failed call down, without its values"),
    "help": Command(lambda desk, args: Reply(help.text(COMMANDS)), "these words"),
    "": Command(toggle.run, "without a word: on becomes off, off becomes on"),
}


def run(desk: Desk, name: str, args: str = "") -> Reply:
    """`name` is pi's slash command with the verb in `args`, or the verb itself (the shell)."""
    try:
        if name == SLASH_MODEL:
            return model.run(desk, args.strip())
        verb, rest = _verb(name, args)
        command = COMMANDS.get(verb)
        return command.run(desk, rest) if command else _unknown(verb)
    except ToolRecoveryError as error:
        return Reply(str(error), "warning")


def is_slow(name: str, args: str = "") -> bool:
    """Whether it may look at the network or at many files: then nothing else should wait for it."""
    command = COMMANDS.get(_verb(name, args)[0]) if name != SLASH_MODEL else None
    return command is not None and command.slow


def _verb(name: str, args: str) -> tuple[str, str]:
    verb, _, rest = (args if name == SLASH else f"{name} {args}").strip().partition(" ")
    return verb, rest.strip()


def _unknown(verb: str) -> Reply:
    near = nearest(verb, [name for name in COMMANDS if name])
    return Reply(f"There is no command {verb!r}.{near}\n{help.text(COMMANDS)}", "warning")
