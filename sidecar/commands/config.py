"""`/toolrecovery config`: every setting in force, and where its value came from. Secrets are masked."""

from __future__ import annotations

import json
from typing import Any

from sidecar.settings.view import effective

from .context import CommandContext, Reply


def run(context: CommandContext, args: str) -> Reply:
    config, origins = context.store.current, context.store.origins()
    rows = [
        (key, json.dumps(value, ensure_ascii=False), origins.of(key))
        for key, value in _settings(effective(config))
    ]
    widest = max(len(key) for key, _, _ in rows)
    lines = [
        f"{key:<{widest}}  {value}{'' if origin == 'default' else f'  ({origin})'}"
        for key, value, origin in rows
    ]
    return Reply("\n".join([f"{context.store.path}; what names no source is the default", *lines]))


def _settings(view: dict[str, Any], above: str = "") -> list[tuple[str, Any]]:
    """`recovery.maxPerRun` and the like; `rules` and `tools` are one value each."""
    found: list[tuple[str, Any]] = []
    for key, value in view.items():
        place = f"{above}{key}"
        if isinstance(value, dict) and place not in ("rules", "tools"):
            found += _settings(value, f"{place}.")
        else:
            found.append((place, value))
    return found
