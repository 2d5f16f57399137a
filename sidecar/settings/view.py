"""The effective configuration as JSON for a person: every key with the value in force, secrets masked."""

from __future__ import annotations

from sidecar.core.blocks import JsonObject

from .config import MASK, Config


def effective(config: Config) -> JsonObject:
    endpoint, grammar = config.endpoint, config.grammar
    return {
        "enabled": config.enabled,
        "mode": config.mode,
        "rules": dict(config.rules),
        "tools": {
            name: {**({"effect": tool.effect} if tool.effect else {}), "rules": dict(tool.rules)}
            for name, tool in config.tools.items()
        },
        "model": {"provider": config.model.provider, "id": config.model.id} if config.model else None,
        "endpoint": {
            "baseUrl": without_userinfo(endpoint.base_url),
            "apiKey": MASK if endpoint.api_key else None,
            "modelId": endpoint.model_id,
            "api": endpoint.api,
        }
        if endpoint
        else None,
        "recovery": {
            "maxPerRun": config.recovery.max_per_run,
            "values": config.recovery.values,
            "deadlineS": config.recovery.deadline_s,
        },
        "learning": config.learning,
        "grammar": {
            "enabled": grammar.enabled,
            "mode": grammar.mode,
            "requireKnownTool": grammar.require_known_tool,
            "grammars": None if grammar.grammars is None else sorted(grammar.grammars),
            "leakModels": list(grammar.leak_models),
            "thinking": grammar.thinking,
        },
        "phantom": config.phantom,
        "sanitizeModels": list(config.sanitize_models),
        "notes": config.notes,
        "verbose": config.verbose,
        "journal": config.journal,
        "results": {
            "hints": config.results.hints,
            "retryCap": config.results.retry_cap,
            "emptyNote": config.results.empty_note,
        },
        "debug": config.debug,
    }


def without_userinfo(url: str) -> str:
    """`https://user:key@host/v1?key=…` → `https://***@host/v1`: an address may hold a key too."""
    url = url.split("?", 1)[0]
    scheme, separator, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    if "@" in authority:
        authority = f"{MASK}@{authority.rpartition('@')[2]}"
    return f"{scheme}{separator}{authority}{slash}{path}"
