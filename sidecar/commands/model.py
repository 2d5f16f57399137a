"""`/toolrecovery-model provider/id`: who recovers calls, from now on and everywhere; `none` for nobody."""

from __future__ import annotations

from difflib import get_close_matches

from .context import CommandContext, Reply
from .status import asked

NEAREST = 3
SHOWN = 10


def run(context: CommandContext, args: str) -> Reply:
    known = [f"{model['provider']}/{model['id']}" for model in context.models or ()]
    if not args:
        return Reply(_usage(context, known))
    if args in ("none", "off"):
        return _picked(context, None)
    named = [name for name in known if args in (name, name.partition("/")[2])]
    if len(named) == 1:
        return _picked(context, named[0])
    if named:
        return Reply(f"{args} is the name of several models: {', '.join(named)}", "error")
    return Reply(_unknown(args, known), "error")


def _picked(context: CommandContext, name: str | None) -> Reply:
    provider, _, model_id = (name or "").partition("/")
    text = f"recovery model: {name or 'none'}"
    if context.store.current.endpoint:
        text += f"; not used while there is an endpoint: {asked(context.store.current)}"
    return context.save({"model": {"provider": provider, "id": model_id} if name else None}, text)


def _usage(context: CommandContext, known: list[str]) -> str:
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return "\n".join(
        [
            f"recovery model: {asked(context.store.current)}",
            "Pick one with /toolrecovery-model provider/id, nobody with /toolrecovery-model none.",
            f"pi can use {', '.join(known[:SHOWN])}{more}." if known else "pi can use no model yet.",
        ]
    )


def _unknown(name: str, known: list[str]) -> str:
    near = nearest_models(name, known)
    meant = f" The nearest: {', '.join(near)}." if near else ""
    return f"pi can use no model {name}.{meant} The recovery model is as it was."


def nearest_models(name: str, known: list[str]) -> list[str]:
    """By the whole name, then by the part behind the provider."""
    by_id = {full.partition("/")[2].lower(): full for full in known}
    by_name = {full.lower(): full for full in known}
    wanted = name.lower()
    close = [by_name[each] for each in get_close_matches(wanted, by_name, NEAREST)]
    close += [by_id[each] for each in get_close_matches(wanted.rpartition("/")[2], by_id, NEAREST)]
    close += [full for full in known if wanted in full.lower()]
    return list(dict.fromkeys(close))[:NEAREST]
