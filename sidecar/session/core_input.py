"""The configuration and pi's tool list → the settings and the toolset that the core takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sidecar.core.blocks import Effect, Tool
from sidecar.core.call import Settings
from sidecar.core.grammars import GrammarSettings
from sidecar.core.toolset import Toolset
from sidecar.settings.config import Config

from .effects import effect


def toolset(wire_tools: Iterable[Mapping[str, Any]], config: Config) -> Toolset:
    return Toolset(
        Tool(
            name=tool["name"],
            parameters=tool["parameters"],
            description=tool.get("description") or "",
            active=tool.get("active") is not False,
            effect=_effect(tool, config),
            source=tool.get("source"),
        )
        for tool in wire_tools
    )


def _effect(tool: Mapping[str, Any], config: Config) -> Effect:
    configured = config.tools.get(tool["name"])
    return effect(
        tool["name"], tool.get("source"), tool.get("annotations"), configured.effect if configured else None
    )


def settings(config: Config) -> Settings:
    return Settings(
        rules_off=_off(config.rules),
        rules_off_for={name: _off(tool.rules) for name, tool in config.tools.items() if tool.rules},
        grammar=GrammarSettings(
            enabled=True,  # `_stages` says whether it applies to the model
            mode=config.grammar.mode,
            require_known_tool=config.grammar.require_known_tool,
            grammars=config.grammar.grammars,
            thinking=config.grammar.thinking,
        ),
    )


def _off(rules: Mapping[str, bool]) -> frozenset[str]:
    return frozenset(name for name, on in rules.items() if not on)
