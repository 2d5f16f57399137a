"""The recovery model: none, one that pi knows or does not, an endpoint that answers or does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sidecar.commands.context import CommandContext
from sidecar.commands.model import nearest_models
from sidecar.recovery import probe
from sidecar.settings.config import Endpoint, ModelChoice
from sidecar.settings.view import without_userinfo

from .finding import Finding


def recovery(context: CommandContext) -> Iterator[Finding]:
    config = context.store.current
    if config.endpoint is not None:
        yield _endpoint(config.endpoint, context.stored.environ)
    elif config.model is not None:
        yield _picked(config.model, context)
    else:
        yield Finding(True, "no recovery model: rules alone are at work; /toolrecovery-model picks one")


def _picked(model: ModelChoice, context: CommandContext) -> Finding:
    name = f"{model.provider}/{model.id}"
    if context.models is None:
        return Finding(True, f"recovery model: {name}; whether pi knows it, /toolrecovery doctor in pi tells")
    known = [f"{each['provider']}/{each['id']}" for each in context.models]
    if name in known:
        return Finding(True, f"recovery model: {name}, which pi can ask")
    if model.provider not in (each["provider"] for each in context.models):
        remedy = f"sign in to {model.provider} with /login, or pick another with /toolrecovery-model"
    else:
        near = nearest_models(name, known)
        remedy = f"pick one with /toolrecovery-model{f', such as {near[0]}' if near else ''}"
    return Finding(False, f"pi cannot use the recovery model {name}", remedy)


def _endpoint(endpoint: Endpoint, environ: Mapping[str, Any]) -> Finding:
    address = without_userinfo(endpoint.base_url)
    trouble = probe.trouble(endpoint.base_url)
    if trouble and not _is_proxied(environ):
        setting = "TOOLRECOVERY_BASE_URL" if environ.get("TOOLRECOVERY_BASE_URL") else "endpoint.baseUrl"
        return Finding(
            False, f"{address} does not answer: {trouble}", f"start the server, or correct {setting}"
        )
    how = ", not looked at behind a proxy" if trouble else " answers"
    return Finding(True, f"recovery model: {endpoint.model_id} at {address}{how}")


def _is_proxied(environ: Mapping[str, Any]) -> bool:
    return any(environ.get(name) for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"))
