"""The effective configuration as JSON for a person: every key with the value in force, secrets masked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from sidecar.core.blocks import JsonObject

from .config import Config
from .declared import key

MASK = "***"


def effective(config: Config) -> JsonObject:
    return {key(each): _shown(each.name, getattr(config, each.name)) for each in fields(config)}


def _shown(name: str, value: Any) -> Any:
    if name == "api_key" and value:
        return MASK
    if name == "base_url":
        return without_userinfo(value)
    if is_dataclass(value):
        found = {key(each): _shown(each.name, getattr(value, each.name)) for each in fields(value)}
        return {each: shown for each, shown in found.items() if name != "tools" or shown is not None}
    if isinstance(value, Mapping):
        return {each: _shown(name, child) for each, child in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def without_userinfo(url: str) -> str:
    """`https://user:key@host/v1?key=…` → `https://***@host/v1`: an address may hold a key too."""
    url = url.split("?", 1)[0]
    scheme, separator, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    if "@" in authority:
        authority = f"{MASK}@{authority.rpartition('@')[2]}"
    return f"{scheme}{separator}{authority}{slash}{path}"
