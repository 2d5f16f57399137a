"""What a person can say to the sidecar: `/toolrecovery <verb>`, `/toolrecovery-model`. One a file."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from . import forget, learned, model, off, on, report, status, toggle
from .desk import Command, Desk, Reply

SLASH = "toolrecovery"
SLASH_MODEL = "toolrecovery-model"

COMMANDS: Mapping[str, Command] = {
    "on": Command(on.run, "repair tool calls"),
    "off": Command(off.run, "leave tool calls as they are"),
    "status": Command(status.run, "what is on, and what it did in this session"),
    "learned": Command(learned.run, "what a recovery model taught, now done without asking"),
    "forget": Command(forget.run, "one of these by its number, or all"),
    "report": Command(report.run, "write the last failed call down, without its values"),
    "": Command(toggle.run, "without a word: on becomes off, off becomes on"),
}


def run(desk: Desk, name: str, args: str = "") -> Reply:
    """`name` is pi's slash command with the verb in `args`, or the verb itself (the shell)."""
    if name == SLASH_MODEL:
        return model.run(desk, args.strip())
    verb, _, rest = (args if name == SLASH else f"{name} {args}").strip().partition(" ")
    command = COMMANDS.get(verb)
    return command.run(desk, rest.strip()) if command else _help(verb)


def _help(verb: str) -> Reply:
    verbs = [name for name in COMMANDS if name]
    near = get_close_matches(verb, verbs, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    lines = [f"  {name}: {COMMANDS[name].summary}" for name in verbs]
    return Reply("\n".join([f"There is no command {verb!r}.{meant}", *lines]), "warning")
