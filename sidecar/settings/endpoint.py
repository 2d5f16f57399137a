"""The recovery endpoint that the file and the environment describe; its API is told from the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args
from urllib.parse import urlsplit

from sidecar.core.blocks import JsonObject

from .config import Api, Endpoint
from .declared import key


def endpoint(said: JsonObject, environ: Mapping[str, str]) -> Endpoint | None:
    """`said` is the checked `endpoint` of the file. White space around a value is no part of it."""
    variables = {each.name: each.metadata["environment"] for each in fields(Endpoint)}
    outer = {name: _usable(name, environ.get(variable)) for name, variable in variables.items()}
    if outer["base_url"]:
        said = {}  # the file's key belongs to the file's address
    own = {each.name: _usable(each.name, said.get(key(each))) for each in fields(Endpoint)}
    found: dict[str, Any] = {name: outer[name] or own[name] for name in own}
    if not found["base_url"]:
        return None
    found["api"] = found["api"] or _told_api(found["base_url"])
    return Endpoint(**{name: value for name, value in found.items() if value})


def environment_faults(environ: Mapping[str, str]) -> list[str]:
    """One line for each variable that is set to what cannot be used."""
    found = []
    for each in fields(Endpoint):
        variable = each.metadata["environment"]
        wrong = fault(each.name, environ.get(variable, "").strip())
        if wrong:
            found.append(f"{variable} {wrong}; it is ignored")
    return found


def fault(name: str, value: str) -> str | None:
    """What is wrong with the `value` of that field of an endpoint, as the end of a sentence."""
    if not value:
        return None
    if name == "api_key" and not (value.isascii() and value.isprintable()):
        return "holds characters that no key has"
    if name == "api" and value not in get_args(Api):
        return f"is {value!r}; allowed: {', '.join(get_args(Api))}"
    if name == "base_url" and not value.startswith(("http://", "https://")):
        return "must begin with http:// or https://"
    if name == "base_url" and not _names_a_host(value):
        return "must name a host, and a port only up to 65535"
    return None


def _usable(name: str, value: str | None) -> str:
    text = (value or "").strip()
    return "" if fault(name, text) else text


def _names_a_host(base_url: str) -> bool:
    try:
        parts = urlsplit(base_url)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _told_api(base_url: str) -> Api:
    """Anthropic's where the host is Anthropic's, a step of the path says so, or the path is its route."""
    parts = urlsplit(base_url)
    host, steps = parts.hostname or "", parts.path.rstrip("/").split("/")
    theirs = host == "anthropic.com" or host.endswith(".anthropic.com")
    if theirs or "anthropic" in steps or steps[-1] == "messages":
        return "anthropic-messages"
    return "openai-completions"
