"""`/toolrecovery strict on|off [MODEL]`: tools marked strict, so that a server holds calls to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.core.requests.strict import is_vendors
from sidecar.settings.config import matches
from sidecar.settings.fragments import with_model, without_model

from .context import CommandContext, Reply, Word

USAGE = "strict on|off [MODEL]"


def run(context: CommandContext, args: str) -> Reply:
    word, _, named = args.partition(" ")
    model = named.strip() or context.facts.model
    if not args:
        return Reply(f"{state(context, model)}. Usage: {USAGE}")
    if word not in ("on", "off") or " " in named.strip():
        return Reply(f"Usage: {USAGE}", "warning")
    if not model:
        return Reply(f"Name the model, since none has answered yet: strict {word} MODEL", "warning")
    fragments = context.store.current.strict.models
    if word == "on":
        text = f"the tools of {model} are marked strict from the next request on"
        if not named and is_vendors(context.facts.base_url):
            return Reply(f"{model} is at its vendor's address: there pi decides what is strict", "warning")
        return context.save({"strict": {"models": with_model(fragments, model)}}, text)
    left = without_model(fragments, model)
    reply = context.save({"strict": {"models": left}}, f"the tools of {model} are as pi made them")
    still = [each for each in left if matches([each], model)]
    if still:
        return Reply(
            f"{model} stays on by {', '.join(still)} in strict.models: edit {context.store.path}", "warning"
        )
    return reply


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    if not before:
        yield Word("on", "its server holds calls to their schema")
        yield Word("off", "requests are as pi made them")
    elif len(before) == 1:
        known = [str(each["id"]) for each in context.models or ()]
        for model in dict.fromkeys([context.facts.model, *known]):
            if model:
                yield Word(model)


def state(context: CommandContext, model: str) -> str:
    """In a few words, for the model in use."""
    config = context.store.current
    if not config.strict.models:
        return "strict is off"
    if not model:
        return f"strict is on for models that match {', '.join(config.strict.models)}"
    if not config.marks_strict(model):
        return f"strict is off for {model}"
    if model in context.facts.strict_refused:
        return f"strict is off for {model}, whose server refused it in this session"
    return f"strict is on for {model}"
