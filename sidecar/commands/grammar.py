"""`/toolrecovery grammar on|off|strip|allow`: leaked tool-call text becomes calls, stays, or is cut out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.settings.config import Config

from . import allow
from .context import CommandContext, Reply, Word

_SETTINGS: dict[str, tuple[dict[str, object], str]] = {
    "on": ({"enabled": True, "mode": "recover"}, "leaked tool-call text becomes calls"),
    "off": ({"enabled": False}, "leaked tool-call text stays as it is"),
    "strip": ({"enabled": True, "mode": "strip"}, "leaked tool-call text is cut out and never run"),
}


def run(context: CommandContext, args: str) -> Reply:
    if args == allow.WORD:
        return allow.run(context)
    config = context.store.current
    if args not in _SETTINGS:
        return Reply(f"grammar is {state(config, context.facts.model)}. Usage: grammar on|off|strip|allow")
    patch, text = _SETTINGS[args]
    if args == "off" and config.grammar.leak_models:
        text += f", but for models that match {', '.join(config.grammar.leak_models)}"
    elif args == "off":
        patch = {**patch, "mode": None}  # strip ends too: a later `on` means calls
    return context.save({"grammar": patch}, text)


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    if not before:
        for word, (_, means) in _SETTINGS.items():
            yield Word(word, means)
        yield Word(allow.WORD, allow.MEANS)


def state(config: Config, model: str) -> str:
    """In a few words, for the model in use."""
    grammar = config.grammar
    how = "strip" if grammar.mode == "strip" else "on"
    if not model and not grammar.enabled and grammar.leak_models:
        return f"{how} for models that match {', '.join(grammar.leak_models)}"
    if not grammar.applies_to(model):
        return f"off for {model}" if model else "off"
    return how if grammar.enabled or not model else f"{how} for {model} (leakModels)"
