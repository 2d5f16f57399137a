"""`/toolrecovery rule <name> on|off [tool]`: one rule, everywhere or for one tool. Alone: what is off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module

from sidecar.core.argument_text import meant
from sidecar.settings.config import Config
from sidecar.settings.names import known_rules, nearest

from .context import CommandContext, Reply, Word

USAGE = "rule <name> on|off [tool]"
OUTSIDE_THE_SEARCH = {  # rules of `settings.names` that are no file in core/rules
    "tool-name": "another tool's name → the active tool that is meant",
    "argument-text": "malformed JSON → the arguments that it means",
    "work-folder": "the folder of a shell command → a line before it that enters the folder",
    "edit-pairs": "several pairs of texts in one edit → one edit for each",
}


def run(context: CommandContext, args: str) -> Reply:
    words = args.split()
    if not words:
        return Reply(
            "\n".join([*_off(context.store.current), f"Usage: {USAGE}", "Rules: " + ", ".join(known_rules())])
        )
    name, *rest = words
    known = known_rules()
    if name not in known:
        return Reply(f"There is no rule {name}.{nearest(name, known)}", "warning")
    if not rest or rest[0] not in ("on", "off") or len(rest) > 2:
        state = "off" if not context.store.current.rules.get(name, True) else "on"
        return Reply(f"{name} is {state}. Usage: {USAGE}", "info" if not rest else "warning")
    on = rest[0] == "on"
    if len(rest) == 1:
        return context.save(
            {"rules": {name: on}}, f"{name} is {rest[0]}{_but(context.store.current, name, on)}"
        )
    tool = rest[1]
    tools = [str(each["name"]) for each in context.facts.tools or ()]
    if tools and tool not in tools:
        return Reply(f"There is no tool {tool}.{nearest(tool, tools)}", "warning")
    still_off = on and not context.store.current.rules.get(name, True)
    note = f"; it stays off for every tool until rule {name} on" if still_off else ""
    return context.save({"tools": {tool: {"rules": {name: on}}}}, f"{name} is {rest[0]} for {tool}{note}")


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    match len(before):
        case 0:
            yield from (Word(name, _what_it_does(name)) for name in known_rules())
        case 1:
            yield from (Word("off", "leave such calls as they are"), Word("on", "repair them"))
        case 2:
            for tool in context.facts.tools or ():
                yield Word(str(tool["name"]), "for this tool alone")


def _what_it_does(name: str) -> str:
    from sidecar.core.edits import TRANSFORMS

    if name in OUTSIDE_THE_SEARCH:
        return OUTSIDE_THE_SEARCH[name]
    if name in meant.RULES:
        return meant.RULES[name].replace("`", "")
    transform = TRANSFORMS.get(name)
    rules = f"{__package__.rpartition('.')[0]}.core.rules"
    module = import_module(transform.__module__ if transform else f"{rules}.{name.replace('-', '_')}")
    return (module.__doc__ or "").partition("\n")[0].replace("`", "")


def _off(config: Config) -> list[str]:
    found = [f"  {name}" for name, on in config.rules.items() if not on]
    for tool, settings in config.tools.items():
        found += [f"  {name} for {tool}" for name, on in settings.rules.items() if not on]
    return ["These rules are off:", *found] if found else ["Every rule is on."]


def _but(config: Config, name: str, on: bool) -> str:
    """Tools for which the rule stays off though it is on."""
    tools = [tool for tool, settings in config.tools.items() if settings.rules.get(name) is False]
    return f", but off for {', '.join(tools)}" if on and tools else ""
