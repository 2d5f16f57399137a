"""`/toolrecovery undo [n]`: turn off, for its tool, the rules that repaired that call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sidecar.core.shapes import is_hidden
from sidecar.settings.config import Config

from .context import CommandContext, Reply, Word
from .log import LINES, in_short
from .why import find

if TYPE_CHECKING:
    from sidecar.state.journal.read import Entry


def run(context: CommandContext, args: str) -> Reply:
    entry = find(context, args, "undo", repaired=True)
    if isinstance(entry, Reply):
        return entry
    if entry.kind != "repair":
        return Reply(f"#{entry.id} was not repaired: there is nothing to undo.", "warning")
    patch, changes = _patch(entry, context.store.current)
    if not patch:
        return Reply(_other_ways(entry), "warning")
    return context.save(
        patch, f"{' and '.join(changes)}; rule shows what is off, rule <name> on [tool] undoes this"
    )


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    """The calls that were repaired, by their numbers."""
    from sidecar.state.journal import read

    for entry in read.recent(context.journal(), LINES) if not before else ():
        if entry.kind == "repair":
            yield Word(str(entry.id), in_short(entry))


def _patch(entry: Entry, config: Config) -> tuple[dict[str, Any], list[str]]:
    rules, grammar = list(entry.rules), None
    if entry.stage == "grammar" and rules:
        grammar, *rules = rules
    tools: dict[str, Any] = {}
    changes = []
    for rule in rules:
        tool = entry.tool
        if rule == "tool-name" and not is_hidden(entry.called):
            tool = entry.called  # so that other odd names still mean that tool
        tools.setdefault(tool, {"rules": {}})["rules"][rule] = False
        changes.append(f"{rule} is off for {tool}")
    patch: dict[str, Any] = {"tools": tools} if tools else {}
    if grammar is not None:
        patch["grammar"] = {"grammars": _without(grammar, config)}
        changes.append(f"calls leaked as {grammar} are left as text")
    return patch, changes


def _without(grammar: str, config: Config) -> list[str]:
    from sidecar.core.grammars import BARE, GRAMMARS, GrammarSettings, name_of

    settings = GrammarSettings(grammars=config.grammar.grammars)
    every = [*(name_of(each) for each in GRAMMARS), BARE]
    return [name for name in every if settings.allowed(name) and name != grammar]


def _other_ways(entry: Entry) -> str:
    if entry.stage == "learned":
        return f"#{entry.id} was learned from an earlier answer: forget drops what was learned."
    return f"#{entry.id} was answered by the recovery model; /toolrecovery-model none asks nobody."
