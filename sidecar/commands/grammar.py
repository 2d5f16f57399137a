"""`/toolrecovery grammar on|off|strip [MODEL|all]`: leaked text becomes calls, stays, or is cut out.

`grammar allow`: see allow.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.core.blocks import JsonObject
from sidecar.settings.config import Config, GrammarConfig
from sidecar.settings.fragments import with_model, without_model

from . import allow
from .context import CommandContext, Reply, Word

USAGE = "grammar on|off|strip [MODEL|all], grammar allow"
ALL = "all"
_MEANINGS = {
    "on": "leaked tool-call text becomes calls",
    "off": "leaked tool-call text stays as it is",
    "strip": "leaked tool-call text is cut out and never run",
}


def run(context: CommandContext, args: str) -> Reply:
    if args == allow.WORD:
        return allow.run(context)
    config = context.store.current
    word, _, named = args.partition(" ")
    model = named.strip() or context.facts.model
    if not args:
        return Reply(f"grammar is {state(config, context.facts.model)}. Usage: {USAGE}")
    if word not in _MEANINGS or " " in model:
        return Reply(f"Usage: {USAGE}", "warning")
    if not model:
        return Reply(f"Which model? grammar {word} MODEL, or grammar {word} {ALL}", "warning")
    if model == ALL:
        return context.save({"grammar": _for_all(word)}, f"for every model, {_MEANINGS[word]}")
    patch = _without(config.grammar, model) if word == "off" else _with(config.grammar, model, word)
    return context.save({"grammar": patch}, f"for {model}, {_MEANINGS[word]}{_but(config, model, word)}")


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    if not before:
        for word, means in _MEANINGS.items():
            yield Word(word, means)
        yield Word(allow.WORD, allow.MEANS)
    elif len(before) == 1 and before[0] in _MEANINGS:
        yield Word(ALL, "for every model")
        known = [context.facts.model, *(str(each["id"]) for each in context.models or ())]
        for model in dict.fromkeys(filter(None, known)):
            yield Word(model)


def state(config: Config, model: str) -> str:
    """In a few words, for the model in use."""
    grammar = config.grammar
    how = "strip" if grammar.mode == "strip" else "on"
    if not model and not grammar.enabled and grammar.leak_models:
        return f"{how} for models that match {', '.join(grammar.leak_models)}"
    if not grammar.applies_to(model):
        return f"off for {model}" if model else "off"
    return how if grammar.enabled or not model else f"{how} for {model} (leakModels)"


def _for_all(word: str) -> JsonObject:
    # strip ends with off too: a later `on` means calls
    mode = {"on": "recover", "strip": "strip", "off": None}[word]
    return {
        "enabled": word != "off",
        "mode": mode,
        "offModels": None,
        **({"leakModels": None} if word == "off" else {}),
    }


def _with(grammar: GrammarConfig, model: str, word: str) -> JsonObject:
    patch: JsonObject = {"mode": "strip" if word == "strip" else "recover"}
    off = without_model(grammar.off_models, model)
    if off != list(grammar.off_models):
        patch["offModels"] = off
    if not grammar.enabled:
        patch["leakModels"] = with_model(grammar.leak_models, model)
    return patch


def _without(grammar: GrammarConfig, model: str) -> JsonObject:
    """Off is off: a model that another entry still matches is named in offModels."""
    left = without_model(grammar.leak_models, model)
    patch: JsonObject = {"leakModels": left} if left != list(grammar.leak_models) else {}
    if GrammarConfig(enabled=grammar.enabled, leak_models=tuple(left)).applies_to(model):
        patch["offModels"] = with_model(grammar.off_models, model)
    return patch


def _but(config: Config, model: str, word: str) -> str:
    """`mode` is one for all models."""
    changes = word != "off" and config.grammar.mode != ("strip" if word == "strip" else "recover")
    others = config.grammar.enabled or any(without_model(config.grammar.leak_models, model))
    return ", as now for the other models too" if changes and others else ""
